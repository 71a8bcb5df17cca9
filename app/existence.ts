import type { PageName, Requested } from "@/lib/contract/pages";

/** What is at the address of a page: the thing it shows, nothing, or another address that is the right one. */
export type Existence<Found> = { found: Found } | "missing" | Moved;

interface Moved {
  /** Where to: the address of a page. */
  href: string;
  /** 308 is kept by browsers, for what never changes; 307 is asked again. */
  status: 307 | 308;
}

/** Says what is at an address. NOT_FOUND and BAD_PARAMETER of the API mean "missing" too. @throws FirnError */
export type Find<N extends PageName, Found> = (requested: Requested<N>) => Promise<Existence<Found>>;

/** For good: accepted is final, and a canonical form stays one. */
export function moved(href: string): Moved {
  return { href, status: 308 };
}
