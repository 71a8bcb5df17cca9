import type { PageName, PageQuery, ParamsOf } from "@/lib/contract/pages";

/**
 * What is at a page's address: the thing it shows, nothing, or a redirect to the right address. An address is malformed if
 * nothing can ever be there: its id has no such form, or its query means nothing.
 */
export type Existence<Found> = { found: Found } | Absence | Moved;

export type Absence = "missing" | "malformed";

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

/** Finds what is at an address. From the API NOT_FOUND means "missing" and BAD_PARAMETER "malformed". @throws FirnError */
export type Find<N extends PageName, Found, Query = unknown> = (
  lookup: Lookup<N, Query>,
) => Promise<Existence<Found>>;

/** The entry of a page with a query: how the query is read and written, and what is found with it. */
export interface Entry<N extends PageName, Found, Query> {
  query: PageQuery<N, Query, never>;
  find: Find<N, Found, Query>;
}

export function isAbsent<Other>(existence: Other | Absence): existence is Absence {
  return existence === "missing" || existence === "malformed";
}

/** A permanent redirect: accepted is final, and a canonical form stays one. `findPage` keeps the query. */
export function moved(href: string): Moved {
  return { href, status: 308 };
}
