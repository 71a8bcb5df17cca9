import { decodeSegment, keepQuery } from "@/lib/contract/pages";

/** Where a list is in an address: after which row it starts, and which row is read. */
export interface RowAddress {
  /** Query and fragment of the address where the list began: `?before=61#row-60`. */
  start: string;
  /** Address of the list after the row above the one in view; undefined for its first row. */
  after: string | undefined;
  /** The `id` of the element in view; undefined above the list. */
  element: string | undefined;
  /** Names in the query that say where this list is; other names belong to others. */
  names: readonly string[];
  /** Whether an element's `id` is one of this list's rows. */
  isOwn(element: string): boolean;
}

/**
 * Query and fragment of an address with one list at a row. What other lists wrote there stays. The first row has the
 * address where the list began.
 */
export function addressOfRow(
  here: { search: string; hash: string },
  { start, after, element, names, isOwn }: RowAddress,
): string {
  const [startSearch = "", startHash = ""] = start.split("#");
  const wanted = new URLSearchParams(after === undefined ? startSearch : searchOf(after));
  const query = Object.fromEntries(new URLSearchParams(here.search));
  for (const name of names) query[name] = wanted.get(name) ?? "";
  const current = decodeSegment(here.hash.slice(1));
  const first = element === undefined ? "" : startHash;
  const kept = isOwn(current) ? first : current;
  const hash = after === undefined || element === undefined ? kept : element;
  return `${keepQuery("", query)}${hash === "" ? "" : `#${hash}`}`;
}

/** Where a list began. Its page may have got another order or filter since. */
export interface ListStart {
  /** Query and fragment of the address. */
  address: string;
  /** Address of the list after its first row, as it was then. */
  after: string;
}

/**
 * Query and fragment of the address where a list began, with what its page has changed since: the first row is the same,
 * so whatever else differs in the address after it belongs to the page.
 */
export function startOf({ address, after }: ListStart, afterNow: string): string {
  const [search = "", hash = ""] = address.split("#");
  const then = new URLSearchParams(searchOf(after));
  const now = new URLSearchParams(searchOf(afterNow));
  const query = Object.fromEntries(new URLSearchParams(search));
  for (const name of new Set([...then.keys(), ...now.keys()]))
    if (then.get(name) !== now.get(name)) query[name] = now.get(name) ?? "";
  return `${keepQuery("", query)}${hash === "" ? "" : `#${hash}`}`;
}

/** Names in the query of an address. */
export function queryNames(address: string): string[] {
  return [...new URLSearchParams(searchOf(address)).keys()];
}

function searchOf(address: string): string {
  return address.split("#")[0]?.split("?")[1] ?? "";
}

/**
 * Index of the first of `count` boxes that reaches below a line, by their lower edges in order; `count` if none does.
 */
export function firstBelow(line: number, count: number, bottomOf: (index: number) => number): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (bottomOf(middle) > line) to = middle;
    else from = middle + 1;
  }
  return from;
}
