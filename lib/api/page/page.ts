import type { CanonicalQuery, PageTokens } from "./page-token";

export interface PageRequest<Row, Cursor extends number | bigint = number> {
  tokens: PageTokens;
  /** The request's `pageToken`. */
  token: string | undefined;
  canonical: CanonicalQuery;
  /** Cursor to start after when there is no token, from a list's own `before`. */
  start: Cursor | undefined;
  pageSize: number;
  /** Rows after `cursor` in the order of the list, at most `limit`. */
  list(cursor: Cursor | undefined, limit: number): Promise<Row[]>;
  cursorOf(row: Row): Cursor;
  /** How many of the rows fit on the page, at least 1. Without it all do. */
  fit?(rows: Row[]): Promise<number>;
}

/**
 * One page of a list, and the token of the next one if there is more.
 * @throws InputError BAD_PAGE_TOKEN
 */
export async function takePage<Row>(
  request: PageRequest<Row>,
): Promise<{ rows: Row[]; nextPageToken: string | undefined }> {
  const { list, cursorOf, start } = request;
  return takeExactPage({
    ...request,
    start: start === undefined ? undefined : BigInt(start),
    list: (cursor, limit) => list(cursor === undefined ? undefined : Number(cursor), limit),
    cursorOf: (row) => BigInt(cursorOf(row)),
  });
}

/**
 * Like `takePage`, for cursors of up to 64 bits.
 * @throws InputError BAD_PAGE_TOKEN
 */
export async function takeExactPage<Row>(
  request: PageRequest<Row, bigint>,
): Promise<{ rows: Row[]; nextPageToken: string | undefined }> {
  const { tokens, token, canonical } = request;
  const cursor = token === undefined ? request.start : tokens.readExact(token, canonical);
  // One more than shown, to see whether there is another page.
  const found = await request.list(cursor, request.pageSize + 1);
  const whole = found.slice(0, request.pageSize);
  const rows = request.fit === undefined ? whole : whole.slice(0, await request.fit(whole));
  const last = rows.at(-1);
  const more = last !== undefined && found.length > rows.length;
  return { rows, nextPageToken: more ? tokens.issue(request.cursorOf(last), canonical) : undefined };
}
