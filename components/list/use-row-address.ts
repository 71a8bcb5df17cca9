"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { decodeSegment } from "@/lib/contract/pages";
import { addressOfRow, firstBelow, queryNames } from "./row-address";
import { elementOf } from "./row-ids";

/** Height that the page's head covers, px: the sheet's `scroll-padding-top`. */
const COVERED_PX = 72;
/** Least height in view for a row to be the one that is read. */
const LEAST_PX = 8;
/** Least time between two writes. Browsers refuse more than about a hundred in 30 s. */
export const WRITE_MS = 400;

interface ListInView<Row> {
  rows: readonly Row[];
  /** The rows' names: `row-<name>` is an element's `id`. */
  ids: readonly string[];
  /** Query and fragment of the address where the list began. */
  start: string;
  /** Address of the list after a row, the last of those given. */
  hrefAfter: (row: Row, rows: readonly Row[]) => string;
  /** Address of what is read above the list, if it shows the same rows and is not at the first. */
  hrefAbove?: (() => string | undefined) | undefined;
}

/**
 * Keeps the row that is read in the address, and starts at the row that the address names. The server hears nothing of
 * it, nor does the router: its page stays the one it has.
 */
export function useRowAddress<Row>(list: ListInView<Row>): void {
  const latest = useRef(list);
  // In the commit itself: a write that is due right after it is of the new page.
  useLayoutEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    showNamedRow(latest.current.ids);
    const { pathname } = window.location;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPlaced = false;
    const write = () => {
      timer = undefined;
      // The router may have left already.
      if (window.location.pathname === pathname) isPlaced = writeRow(latest.current, isPlaced);
    };
    const onScroll = () => {
      timer ??= setTimeout(write, WRITE_MS);
    };
    // A page that is loaded again has fewer rows: the browser goes to the row, not to the height. It may do so at any time
    // while the page loads, so only a page that is left for another in this document gives scrolling back to it.
    const onHide = () => {
      // Another list of the page may have the row.
      if (isNamed(latest.current.ids)) window.history.scrollRestoration = "manual";
      else if (nameInAddress() === "") window.history.scrollRestoration = "auto";
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("pagehide", onHide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("pagehide", onHide);
      window.history.scrollRestoration = "auto";
    };
  }, []);
}

/** Whether the address names one of the list's rows. */
function isNamed(ids: readonly string[]): boolean {
  const named = nameInAddress();
  return ids.some((name) => elementOf(name) === named);
}

/** Scrolls to the row that the address names. */
function showNamedRow(ids: readonly string[]): void {
  if (isNamed(ids)) document.getElementById(nameInAddress())?.scrollIntoView();
}

function nameInAddress(): string {
  return decodeSegment(window.location.hash.slice(1));
}

/**
 * @param isPlaced whether the list wrote where it is read
 * @returns whether it has now
 */
function writeRow<Row>(list: ListInView<Row>, isPlaced: boolean): boolean {
  const { rows, ids, start, hrefAfter, hrefAbove } = list;
  const [first] = rows;
  if (first === undefined) return isPlaced;
  const boxOf = (index: number) =>
    document.getElementById(elementOf(ids[index] ?? ""))?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  const line = COVERED_PX + LEAST_PX;
  const isAbove = boxOf(0).top > line;
  const index = isAbove ? 0 : firstBelow(line, rows.length, (one) => boxOf(one).bottom);
  // Below its last row the list keeps where it was read.
  if (index >= rows.length) return isPlaced;
  const above = rows[index - 1];
  const own = new Set(ids.map(elementOf));
  // Above the list the address is another list's, unless this one has written there.
  if (isAbove && hrefAbove === undefined && !isPlaced && !own.has(nameInAddress())) return false;
  const address = addressOfRow(window.location, {
    start,
    after: isAbove ? hrefAbove?.() : above && hrefAfter(above, rows.slice(0, index)),
    element: isAbove ? undefined : elementOf(ids[index] ?? ""),
    names: queryNames(hrefAfter(first, [first])),
    isOwn: (element) => own.has(element),
  });
  writeAddress(address);
  return !isAbove;
}

/**
 * Replaces query and fragment of the address. With the router's own state it takes this for its own writing, and renders
 * nothing.
 */
export function writeAddress(address: string): void {
  const { pathname, search, hash } = window.location;
  if (address !== search + hash) window.history.replaceState(window.history.state, "", pathname + address);
}
