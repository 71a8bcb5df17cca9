import { queryOfDays, readDays, readOne, type TimeRange } from "@/components/list/list-params";
import type { QueryOf, SearchOf } from "@/lib/contract/pages";
import { isEvmAddress, isEvmHash } from "./chain";

/** Filter of a list of EVM transactions. */
export interface EvmTxFilter extends TimeRange {
  status?: "failed" | "success";
  /** Addresses, 0x hex in lower case. */
  sender?: string;
  receiver?: string;
  /** A function's selector, signature or name. */
  method?: string;
  /** The least value, in the chain's coin, as written. */
  min?: string;
}

/** Position and filter of a list of EVM transactions. */
export interface EvmTxListParams extends EvmTxFilter {
  /** Hash of the transaction that the page starts after, or its block and index. */
  before?: string;
}

/** A block and the index of a transaction in it. */
const PLACE = /^\d{1,11}-\d{1,5}$/;
/** What a function can be named by, as a pattern of a field too. */
export const METHOD_PATTERN = "0x[0-9a-fA-F]{8}|[A-Za-z_$][\\w$]*(\\([\\w\\s,\\(\\)\\[\\]]*\\))?";
export const COIN_PATTERN = "\\d{1,40}(\\.\\d{1,18})?";

/** Days of a token's transfers, and the transfer that a page of them starts after. */
export interface TransferListParams extends TimeRange {
  before?: { txHash: string; logIndex: number };
}

/** Tabs of a token's or a collection's page. */
export type TokenTab = "transfers" | "holders" | "gallery" | "table";

/** Whether a tab lists the tokens of a collection. */
export function listsTokens(tab: TokenTab): tab is "gallery" | "table" {
  return tab === "gallery" || tab === "table";
}

/** The tab in the query of a token's page, and its position. */
export interface TokenPageParams extends TransferListParams {
  tab: TokenTab;
  /** Address of a holder, or a token id, depending on the tab. */
  after?: string;
  /** Whose tokens of a collection are listed: an address, 0x hex in lower case. */
  owner?: string | undefined;
  /** The id of the token of a collection that is looked for, decimal. */
  token?: string;
}

/** What is looked for in a collection: a token's id, decimal, or an owner's address. As a pattern of a field too. */
export const FIND_PATTERN = "\\d{1,78}|0x[0-9a-fA-F]{40}";

/** Whether an address of the C-Chain's transactions means the atomic ones: they alone have these filters and cb58 ids. */
export function isAtomicList({ kind, addresses, types, l1, before }: SearchOf<"txs">): boolean {
  if (kind === "atomic" || [addresses, types, l1].some((filter) => filter !== undefined && filter !== ""))
    return true;
  const [id = ""] = [before].flat();
  return id !== "" && !isEvmHash(id) && !PLACE.test(id);
}

/** Undefined when a parameter is malformed: such an address does not exist. */
export function readEvmTxListParams(search: SearchOf<"txs">): EvmTxListParams | undefined {
  const days = readDays(readOne(search.from), readOne(search.to));
  if (days === undefined) return undefined;
  const params: EvmTxListParams = days;
  const before = readOne(search.before);
  if (before !== undefined) {
    if (!isEvmHash(before) && !PLACE.test(before)) return undefined;
    params.before = before.toLowerCase();
  }
  const status = readOne(search.status);
  if (status !== undefined) {
    if (status !== "failed" && status !== "success") return undefined;
    params.status = status;
  }
  for (const name of ["sender", "receiver"] as const) {
    const address = readOne(search[name]);
    if (address === undefined) continue;
    if (!isEvmAddress(address)) return undefined;
    params[name] = address.toLowerCase();
  }
  for (const [name, pattern] of [
    ["method", METHOD_PATTERN],
    ["min", COIN_PATTERN],
  ] as const) {
    const text = readOne(search[name]);
    if (text === undefined) continue;
    if (!new RegExp(`^(${pattern})$`).test(text)) return undefined;
    params[name] = text;
  }
  return params;
}

/** A filter, and a position in its list, as a query. */
export function queryOfEvmTxs({ from, to, ...others }: EvmTxListParams): QueryOf<"txsCsv"> {
  return { ...others, ...queryOfDays({ from, to }) };
}

/** Undefined when a parameter is malformed or the page has no such tab. */
export function readTokenPageParams(
  { tab, before, after, find, ...search }: SearchOf<"token">,
  isCollection: boolean,
): TokenPageParams | undefined {
  const days = readDays(readOne(search.from), readOne(search.to));
  if (days === undefined) return undefined;
  const tabs: readonly TokenTab[] = isCollection
    ? ["gallery", "table", "transfers", "holders"]
    : ["transfers", "holders"];
  const isMoves = before !== undefined && before !== "";
  const [usual = "transfers"] = isMoves ? ["transfers" as const] : tabs;
  const named = tabs.find((one) => one === (tab ?? usual));
  if (named === undefined) return undefined;
  if (isMoves) {
    const [, txHash, logIndex] = /^(0x[0-9a-f]{64})-(\d{1,9})$/.exec(String(before)) ?? [];
    if (txHash === undefined || named !== "transfers") return undefined;
    return { tab: named, before: { txHash, logIndex: Number(logIndex) }, ...days };
  }
  const wanted = readOne(find);
  if (wanted !== undefined && !(listsTokens(named) && new RegExp(`^(${FIND_PATTERN})$`).test(wanted)))
    return undefined;
  if (wanted !== undefined && !isEvmAddress(wanted)) return { tab: named, token: String(BigInt(wanted)) };
  const owned = wanted === undefined ? {} : { owner: wanted.toLowerCase() };
  if (after === undefined || after === "") return { tab: named, ...owned, ...days };
  const start = String(after);
  const fits = named === "holders" ? isEvmAddress(start) : named !== "transfers" && /^\d{1,78}$/.test(start);
  if (!fits) return undefined;
  return { tab: named, after: named === "holders" ? start : String(BigInt(start)), ...owned };
}

/** Query of a token's page with one of its lists. */
export function queryOfTokenPage(
  { tab, before, after, owner, from, to }: TokenPageParams,
  isCollection: boolean,
): QueryOf<"collection"> {
  const isUsual = tab === (isCollection ? "gallery" : "transfers");
  return {
    ...(!isUsual && { tab }),
    find: listsTokens(tab) ? owner : undefined,
    before: before && `${before.txHash}-${before.logIndex}`,
    after,
    ...queryOfDays({ from, to }),
  };
}
