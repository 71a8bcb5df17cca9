"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { addressOfRow, queryNames } from "@/components/list/row-address";
import { WRITE_MS, writeAddress } from "@/components/list/use-row-address";

interface StripPosition {
  /** Query and fragment of the address where the points began. */
  start: string;
  /** Where the chart is in an address that left out some of its points: their number; 0 for any other address. */
  skippedIn: (search: URLSearchParams) => number;
  /** Address of the points older than the newest `skipped` ones. */
  hrefAfter: (skipped: number) => string;
}

/**
 * How many of its newest points a chart leaves out. The number is kept in the address, as what the newest drawn point is,
 * and read from there when the page comes back.
 */
export function useStripAddress(position: StripPosition) {
  const [skipped, setSkipped] = useState(0);
  /** The newest number, which may not be rendered yet. */
  const now = useRef(0);
  const latest = useRef(position);
  useLayoutEffect(() => {
    latest.current = position;
  });
  useEffect(() => {
    now.current = latest.current.skippedIn(new URLSearchParams(window.location.search));
    setSkipped(now.current);
  }, []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const skip = useCallback((count: number) => {
    now.current = count;
    setSkipped(count);
    const { pathname } = window.location;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const { start, hrefAfter } = latest.current;
      // The router may have left already.
      if (window.location.pathname !== pathname) return;
      const names = queryNames(hrefAfter(1));
      const after = now.current === 0 ? undefined : hrefAfter(now.current);
      writeAddress(
        addressOfRow(window.location, { start, after, element: undefined, names, isOwn: () => true }),
      );
    }, WRITE_MS);
  }, []);
  /** Address of what is drawn; undefined for the newest points. */
  const hrefOfDrawn = useCallback(
    () => (now.current === 0 ? undefined : latest.current.hrefAfter(now.current)),
    [],
  );
  return { skipped, skip, hrefOfDrawn };
}
