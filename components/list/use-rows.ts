"use client";

import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { useIsLive, useLiveEvents } from "@/components/live/live-provider";
import { askJson } from "@/components/state/ask";
import { type ListStart, startOf } from "./row-address";
import { nameRows } from "./row-ids";

/** A page of a list: rows under some name, and the token of the next page. */
export interface TokenPage {
  nextPageToken?: string | undefined;
}

/** Which list, its first page from the server, and how to read others. */
export interface RowsSource<Page extends TokenPage, Row> {
  /** Path and query on this origin, without a page token. */
  path: string;
  first: Page;
  rowsOf: (page: Page) => readonly Row[];
  /** Names a row. Rows of the same name are numbered in order. */
  idOf: (row: Row) => string;
  /**
   * Address of the list after a row. It holds a position, never a token. `rows` are those of this document up to the row.
   * On a page with several lists it holds the position of this one only.
   */
  hrefAfter: (row: Row, rows: readonly Row[]) => string;
  /** Adds to a page what the list shows besides the API's answer. */
  complete?: (page: Page, signal: AbortSignal) => Promise<Page>;
}

/** A page's token. The first page came with the document: its place holds where the list began, once that is known. */
type PageParam = string | ListStart | undefined;

/** Pages that load automatically as the reader scrolls. After them the reader decides. */
export const SELF_LOADED_PAGES = 3;
/** Most rows in one document. Past them the list continues at its next address. */
export const MAX_ROWS = 2000;
/**
 * How long rows outlive their page, so that Back finds them. A server keeps nothing, and no timer that would hold its
 * process.
 */
const KEPT_MS = typeof window === "undefined" ? Number.POSITIVE_INFINITY : 60 * 60_000;
/** Least time between two looks at a list's head, and so between two announcements. */
const HEAD_MS = 10_000;
const SOON_MS = 250;

/**
 * The rows so far and how to load more, driven by `nextPageToken`. The cache outlives the page, so Back finds all rows.
 * Its key holds the first row, so a new first page from the server starts over.
 */
export function useRows<Page extends TokenPage, Row>(source: RowsSource<Page, Row>) {
  const { path, first, rowsOf, idOf, hrefAfter, complete } = source;
  const client = useQueryClient();
  const top = rowsOf(first)[0];
  const queryKey = ["rows", path, top === undefined ? "" : idOf(top)];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = await askJson<Page>(withToken(path, pageParam), signal);
      return complete === undefined ? page : complete(page, signal);
    },
    initialPageParam: undefined as PageParam,
    initialData: () => ({ pages: [first], pageParams: [undefined] }),
    getNextPageParam: (page) => page.nextPageToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
  const rows = query.data.pages.flatMap((page) => [...rowsOf(page)]);
  const start = query.data.pageParams[0] as PageParam;
  const afterFirst = rows[0] === undefined ? "" : hrefAfter(rows[0], rows.slice(0, 1));
  // The browser has the page's address once the page is shown: while it is drawn, it still has that of the page before.
  useLayoutEffect(() => {
    if (start !== undefined) return;
    const { search, hash } = window.location;
    const begun = { address: search + hash, after: afterFirst };
    client.setQueryData<InfiniteData<Page, PageParam>>(
      queryKey,
      (data) => data && { ...data, pageParams: [begun, ...data.pageParams.slice(1)] },
    );
  });
  return {
    ...query,
    rows,
    ids: nameRows(rows, idOf),
    pages: query.data.pages.length,
    /** Query and fragment of the address where the list began. */
    start: typeof start === "object" ? startOf(start, afterFirst) : "",
  };
}

/**
 * Number of rows newer than the top one; with `capped`, at least that many. Looks only if the list begins with the newest,
 * after blocks came, or now and then if nobody says when they do.
 */
export function useNewRows<Page extends TokenPage, Row>(
  source: RowsSource<Page, Row>,
  beginsWithNewest: boolean,
): { count: number; capped: boolean } {
  const { path, first, rowsOf, idOf } = source;
  const top = rowsOf(first)[0];
  const isLive = useIsLive();
  const [hasNews, setNews] = useState(false);
  useLiveEvents(({ event }) => {
    if (event === "blocks" || event === "status") setNews(true);
  });
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ["head", path],
    queryFn: ({ signal }) => askJson<Page>(path, signal),
    enabled: beginsWithNewest,
    initialData: first,
    refetchInterval: ({ state }) => {
      if (!isLive) return HEAD_MS;
      return hasNews && Math.max(SOON_MS, HEAD_MS - (Date.now() - state.dataUpdatedAt));
    },
    staleTime: HEAD_MS,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was news has been looked at
  useEffect(() => setNews(false), [dataUpdatedAt]);
  if (data === undefined) return { count: 0, capped: false };
  const rows = rowsOf(data);
  if (top === undefined) return { count: rows.length, capped: false };
  const at = rows.findIndex((row) => idOf(row) === idOf(top));
  return { count: at === -1 ? rows.length : at, capped: at === -1 };
}

function withToken(path: string, token: PageParam): string {
  if (typeof token !== "string") return path;
  return `${path}${path.includes("?") ? "&" : "?"}pageToken=${encodeURIComponent(token)}`;
}
