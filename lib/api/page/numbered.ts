import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import type { EvmContext } from "../handler";

/** A list of one transaction: which, and what a request wants of it. */
interface NumberedList {
  list: "logs" | "calls" | "transfers" | "internal transactions";
  row: Pick<EvmTransactionTable, "position">;
  /** The number of a row, counted from 1. */
  after?: number | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

/** The rows of a page in a list that never changes, so that numbers are positions. */
export interface NumberedPage {
  /** How many rows come before the page. */
  skip: number;
  pageSize: number;
  /** The token of the page after this one, if a list of so many rows has one. */
  nextOf(count: number): string | undefined;
  /** The page of a whole list. */
  cut<Row>(all: readonly Row[]): {
    rows: readonly Row[];
    nextPageToken: string | undefined;
  };
}

/** Which rows of a transaction's list a request wants. @throws InputError BAD_PAGE_TOKEN */
export function numberedPage(
  { pageTokens, evmChainId }: Pick<EvmContext, "pageTokens" | "evmChainId">,
  { list, row, after = 0, pageToken, pageSize }: NumberedList,
): NumberedPage {
  const canonical = { endpoint: `transaction ${list}`, evmChainId, position: row.position, after };
  const skip = pageToken === undefined ? after : pageTokens.read(pageToken, canonical);
  const next = skip + pageSize;
  const nextOf = (count: number) => (next < count ? pageTokens.issue(next, canonical) : undefined);
  return {
    skip,
    pageSize,
    nextOf,
    cut: (all) => ({ rows: all.slice(skip, next), nextPageToken: nextOf(all.length) }),
  };
}
