import type { PageName, PageQuery, ParamsOf } from "@/lib/contract/pages";

/** What is at a page's address: the thing it shows, nothing, or a redirect to the right address. */
export type Existence<Found> = { found: Found } | "missing" | Moved;

interface Moved {
  /** Address of a page. */
  href: string;
  /** Browsers keep a 308, for what never changes. They ask again after a 307. */
  status: 307 | 308;
}

/** An address to look up: its query is what the page's codec read. */
export interface Lookup<N extends PageName, Query> {
  page: N;
  params: ParamsOf<N>;
  query: Query;
}

/** Finds what is at an address. NOT_FOUND and BAD_PARAMETER from the API also mean "missing". @throws FirnError */
export type Find<N extends PageName, Found, Query = unknown> = (
  lookup: Lookup<N, Query>,
) => Promise<Existence<Found>>;

/** The entry of a page with a query: how the query is read and written, and what is found with it. */
export interface Entry<N extends PageName, Found, Query> {
  query: PageQuery<N, Query, never>;
  find: Find<N, Found, Query>;
}

/** A permanent redirect: accepted is final, and a canonical form stays one. */
export function moved(href: string): Moved {
  return { href, status: 308 };
}
