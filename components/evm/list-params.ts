import type { QueryOf, SearchOf } from "@/lib/contract/pages";
import { isEvmAddress, isEvmHash } from "./chain";

/** Position and filter of a list of EVM transactions. */
export interface EvmTxListParams {
  /** Hash of the transaction that the page starts after. */
  before?: string;
  status?: "failed" | "success";
}

/** The transfer that a page of a token's transfers starts after. */
export interface TransferListParams {
  before?: { txHash: string; logIndex: number };
}

/** Tabs of a token's or a collection's page. */
export type TokenTab = "transfers" | "holders" | "gallery" | "table";

/** The tab in the query of a token's page, and its position. */
export interface TokenPageParams extends TransferListParams {
  tab: TokenTab;
  /** Address of a holder, or a token id, depending on the tab. */
  after?: string;
}

/** Whether an address of the C-Chain's transactions means the atomic ones: they alone have these filters and cb58 ids. */
export function isAtomicList({ kind, addresses, types, l1, before }: SearchOf<"txs">): boolean {
  if (kind === "atomic" || [addresses, types, l1].some((filter) => filter !== undefined && filter !== ""))
    return true;
  const [id = ""] = [before].flat();
  return id !== "" && !isEvmHash(id);
}

/** Undefined when a parameter is malformed: such an address does not exist. */
export function readEvmTxListParams({ before, status }: SearchOf<"txs">): EvmTxListParams | undefined {
  const params: EvmTxListParams = {};
  if (before !== undefined && before !== "") {
    if (typeof before !== "string" || !isEvmHash(before)) return undefined;
    params.before = before.toLowerCase();
  }
  if (status !== undefined && status !== "") {
    if (status !== "failed" && status !== "success") return undefined;
    params.status = status;
  }
  return params;
}

/** Undefined when a parameter is malformed or the page has no such tab. */
export function readTokenPageParams(
  { tab, before, after }: SearchOf<"token">,
  isCollection: boolean,
): TokenPageParams | undefined {
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
    return { tab: named, before: { txHash, logIndex: Number(logIndex) } };
  }
  if (after === undefined || after === "") return { tab: named };
  const start = String(after);
  const fits = named === "holders" ? isEvmAddress(start) : named !== "transfers" && /^\d{1,78}$/.test(start);
  return fits ? { tab: named, after: named === "holders" ? start : String(BigInt(start)) } : undefined;
}

/** Query of a token's page with one of its lists. */
export function queryOfTokenPage(
  { tab, before, after }: TokenPageParams,
  isCollection: boolean,
): QueryOf<"collection"> {
  const isUsual = tab === (isCollection ? "gallery" : "transfers");
  return {
    ...(!isUsual && { tab }),
    before: before && `${before.txHash}-${before.logIndex}`,
    after,
  };
}
