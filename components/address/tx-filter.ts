import { readUtc, type TxTypeName } from "@/components/list/list-params";
import { type Chain, isChain } from "@/components/ui/chains";
import type { QueryOf, SearchOf } from "@/lib/contract/pages";
import type { TxListName } from "./merged";

/** What `?types=` can name: a type of the Primary Network, or all that an EVM executed. */
export type AddressTxType = TxTypeName | "evm";

/** Which transactions of an address are asked; all of P, X and C unless given. */
export interface TxFilter {
  chain?: Chain;
  /** An EVM chain id: of what the account did there, beside the three chains. */
  l1?: string;
  types?: AddressTxType[];
  /** UTC days as `2026-11-20`, both included. */
  from?: string;
  to?: string;
}

/** Types that each list of an address knows. */
export type TypesByList = Record<TxListName, readonly AddressTxType[]>;

const DAY_SECONDS = 86_400;

/** Undefined when a parameter is not what it should be. */
export function readTxFilter(
  search: SearchOf<"addressCsv">,
  known: readonly AddressTxType[],
): TxFilter | undefined {
  const one = (name: keyof SearchOf<"addressCsv">) => [search[name] ?? []].flat()[0]?.trim() ?? "";
  const chain = one("chain");
  const isL1 = /^\d{1,15}$/.test(chain);
  if (chain !== "" && !isChain(chain) && !isL1) return undefined;
  const named = [search.types ?? []].flat().flatMap((text) => text.split(",").filter((name) => name !== ""));
  const types = known.filter((type) => named.includes(type));
  if (types.length !== new Set(named).size) return undefined;
  const [from, to] = [one("from"), one("to")];
  if (![from, to].every((day) => day === "" || isDay(day))) return undefined;
  return {
    ...(isChain(chain) && { chain }),
    ...(isL1 && { l1: chain }),
    ...(types.length > 0 && { types }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
  };
}

/** The filter as a query. */
export function queryOfFilter({ chain, l1, types, from, to }: TxFilter): QueryOf<"addressCsv"> {
  return { chain: l1 ?? chain, types: types?.join(","), from, to };
}

/** Unix seconds of the days: `from` is in, `to` is not. */
export function timesOf({ from, to }: TxFilter): { from?: number; to?: number } {
  const first = from === undefined ? undefined : readUtc(from);
  const last = to === undefined ? undefined : readUtc(to);
  return {
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last + DAY_SECONDS }),
  };
}

/** Lists that can hold what is asked, each with the types asked of it; none of those when all are. */
export function listsAsked(
  { chain, l1, types }: TxFilter,
  known: TypesByList,
): { list: TxListName; types: AddressTxType[] | undefined }[] {
  const lists = listsOf(chain, l1).map((list) => ({
    list,
    types: types?.filter((type) => known[list].includes(type)),
  }));
  return lists.filter(({ types }) => types === undefined || types.length > 0);
}

function listsOf(chain: Chain | undefined, l1: string | undefined): TxListName[] {
  if (l1 !== undefined) return ["evm"];
  if (chain === undefined) return ["p", "x", "c", "evm"];
  return chain === "c" ? ["c", "evm"] : [chain];
}

function isDay(text: string): boolean {
  return text.length === 10 && readUtc(text) !== undefined;
}
