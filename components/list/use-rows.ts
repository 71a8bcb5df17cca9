"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { askJson } from "@/components/state/ask";
import { nameRows } from "./row-ids";

/** An answer of a list: rows under a name of their own, and the token of what follows. */
export interface TokenPage {
  nextPageToken?: string | undefined;
}

/** Which list, what the server has sent of it, and how to read a page. */
export interface RowsSource<Page extends TokenPage, Row> {
  /** Path and query on this origin, without a page token. */
  path: string;
  first: Page;
  rowsOf: (page: Page) => readonly Row[];
  /** Names a row; rows of one name are told apart by their order. */
  idOf: (row: Row) => string;
  /** Adds to a page what its list shows beside the API's answer. */
  complete?: (page: Page, signal: AbortSignal) => Promise<Page>;
}

/** Pages that come by themselves as the reader scrolls; after them the reader asks. */
export const SELF_LOADED_PAGES = 3;
/** Rows one document holds; past them the list goes on at its next address. */
export const MAX_ROWS = 2000;
/** How often the head of a list is looked at: also the least time between two announcements. */
const HEAD_POLL_MS = 10_000;

/**
 * Rows so far and how to get more, driven by `nextPageToken`. The cache outlives the page, so Back finds all rows; its
 * key holds the first row, so a fresh first page from the server starts afresh.
 */
export function useRows<Page extends TokenPage, Row>(source: RowsSource<Page, Row>) {
  const { path, first, rowsOf, idOf, complete } = source;
  const top = rowsOf(first)[0];
  const query = useInfiniteQuery({
    queryKey: ["rows", path, top === undefined ? "" : idOf(top)],
    queryFn: async ({ pageParam, signal }) => {
      const page = await askJson<Page>(withToken(path, pageParam), signal);
      return complete === undefined ? page : complete(page, signal);
    },
    initialPageParam: "",
    initialData: { pages: [first], pageParams: [""] },
    getNextPageParam: (page) => page.nextPageToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = query.data.pages.flatMap((page) => [...rowsOf(page)]);
  return {
    ...query,
    rows,
    ids: nameRows(rows, idOf),
    pages: query.data.pages.length,
  };
}

/** How many rows are newer than the top one; `capped` when there are at least that many. Asks only while `live`. */
export function useNewRows<Page extends TokenPage, Row>(
  source: RowsSource<Page, Row>,
  live: boolean,
): { count: number; capped: boolean } {
  const { path, first, rowsOf, idOf } = source;
  const top = rowsOf(first)[0];
  const { data } = useQuery({
    queryKey: ["head", path],
    queryFn: ({ signal }) => askJson<Page>(path, signal),
    enabled: live,
    initialData: first,
    refetchInterval: HEAD_POLL_MS,
    staleTime: HEAD_POLL_MS,
  });
  if (data === undefined) return { count: 0, capped: false };
  const rows = rowsOf(data);
  if (top === undefined) return { count: rows.length, capped: false };
  const at = rows.findIndex((row) => idOf(row) === idOf(top));
  return { count: at === -1 ? rows.length : at, capped: at === -1 };
}

function withToken(path: string, token: string): string {
  if (token === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}pageToken=${encodeURIComponent(token)}`;
}
