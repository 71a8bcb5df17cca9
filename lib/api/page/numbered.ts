import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import type { EvmContext } from "../handler";
import type { CanonicalQuery, PageTokens } from "./page-token";

/** What a request wants of a list. */
interface WantedRows {
  /** The number of a row, counted from 1. */
  after?: number | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

/** A list of one transaction of an EVM chain. */
interface NumberedList extends WantedRows {
  list: "logs" | "calls" | "transfers" | "internal transactions";
  row: Pick<EvmTransactionTable, "position">;
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
  { list, row, ...wanted }: NumberedList,
): NumberedPage {
  return pageByNumber(pageTokens, {
    canonical: { endpoint: `transaction ${list}`, evmChainId, position: row.position },
    ...wanted,
  });
}

/** Which rows of a list that never changes a request wants. @throws InputError BAD_PAGE_TOKEN */
export function pageByNumber(
  pageTokens: PageTokens,
  { canonical: list, after = 0, pageToken, pageSize }: WantedRows & { canonical: CanonicalQuery },
): NumberedPage {
  const canonical = { ...list, after };
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
