import { readDays, type TimeRange, type TxTypeName } from "@/components/list/list-params";
import { type Chain, isChain } from "@/components/ui/chains";
import type { QueryOf, SearchOf } from "@/lib/contract/pages";
import type { L1ListName, TxListName } from "./merged";

/** A value of `?types=`: a type of the Primary Network, or every EVM transaction. */
export type AddressTxType = TxTypeName | "evm";

/** Filter of an address's transactions; those on all chains unless given. */
export interface TxFilter {
  chain?: Chain;
  /** EVM chain id of an L1 whose transactions are listed instead. */
  l1?: string;
  types?: AddressTxType[];
  /** UTC days like `2026-11-20`, both inclusive. */
  from?: string;
  to?: string;
}

/** Types that each list of an address can hold. */
export type TypesByList = Record<TxListName, readonly AddressTxType[]>;

/** Undefined when a parameter is malformed. */
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
  const from = one("from");
  const to = one("to");
  if (readDays(from, to) === undefined) return undefined;
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

/** The days in unix seconds: `from` is inclusive, `to` is exclusive. */
export function timesOf({ from, to }: TxFilter): TimeRange {
  return readDays(from, to) ?? {};
}

/**
 * Lists that can match the filter, each with its types; undefined types mean all. `l1s`: EVM chain ids of further chains that
 * have transactions of the address.
 */
export function listsToQuery(
  { chain, l1, types }: TxFilter,
  known: TypesByList,
  l1s: readonly string[] = [],
): { list: TxListName | L1ListName; types: AddressTxType[] | undefined }[] {
  const further = chain === undefined && l1 === undefined ? l1s : [];
  const lists = [
    ...listsOf(chain, l1).map((list) => ({ list, of: list })),
    ...further.map((id) => ({ list: `evm-${id}` as const, of: "evm" as const })),
  ].map(({ list, of }) => ({ list, types: types?.filter((type) => known[of].includes(type)) }));
  return lists.filter(({ types }) => types === undefined || types.length > 0);
}

function listsOf(chain: Chain | undefined, l1: string | undefined): TxListName[] {
  if (l1 !== undefined) return ["evm"];
  if (chain === undefined) return ["p", "x", "c", "evm"];
  return chain === "c" ? ["c", "evm"] : [chain];
}
