import type { Found } from "../../store/queries/found";
import type { CanonicalQuery, PageTokens } from "./page-token";

/** One page of a search, and where the next one goes on if anything is left. */
export interface SearchPage<Row> {
  rows: Row[];
  nextPageToken: string | undefined;
  /** The position below which the next page goes on. */
  next: number | undefined;
  /** Whether the page ended before it was full. */
  isShort: boolean;
}

/**
 * One page of a search, newest first.
 * @throws InputError BAD_PAGE_TOKEN
 */
export async function takeSearchPage<Row>(request: {
  tokens: PageTokens;
  /** The request's `pageToken`. */
  token: string | undefined;
  canonical: CanonicalQuery;
  /** Position below which the search starts when there is no token. */
  start: number;
  pageSize: number;
  search(below: number, limit: number): Promise<Found<Row>>;
}): Promise<SearchPage<Row>> {
  const { tokens, token, canonical, start, pageSize } = request;
  const below = token === undefined ? start : tokens.read(token, canonical);
  const { rows, next } = await request.search(below, pageSize);
  return {
    rows,
    nextPageToken: next === undefined ? undefined : tokens.issue(next, canonical),
    next,
    isShort: next !== undefined && rows.length < pageSize,
  };
}

/** The height that the answer to a search says: down to it everything was looked at. */
export function searchedTo(
  { isShort, next }: Pick<SearchPage<unknown>, "isShort" | "next">,
  heightOf: (position: number) => number,
): string | undefined {
  return isShort && next !== undefined ? String(heightOf(next)) : undefined;
}
