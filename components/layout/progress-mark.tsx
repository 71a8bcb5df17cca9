"use client";

import { useEffect, useState } from "react";
import { classes } from "@/components/ui/classes";

/** A page that comes sooner needs no mark. */
const SOON_MS = 150;

const BAR = classes(
  "fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent forced-colors:bg-[Highlight]",
  "motion-safe:animate-[advance_8s_cubic-bezier(0.1,0.7,0.2,1)_forwards]",
);

/** A line over the page while the next one is on its way. It takes no room, so nothing moves. */
export function ProgressMark() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => watchNavigations(setSlow), []);
  return isSlow ? <div className={BAR} role="progressbar" aria-label="The page is loading" /> : null;
}

/**
 * The router says nothing of a navigation before it is over, but it asks the server for the page.
 * @returns what ends it
 */
function watchNavigations(setSlow: (isSlow: boolean) => void): () => void {
  const { fetch } = window;
  let pending = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.fetch = async (input, init) => {
    if (!isNavigation(input, init)) return fetch(input, init);
    pending += 1;
    timer ??= setTimeout(() => setSlow(true), SOON_MS);
    try {
      return await fetch(input, init);
    } finally {
      pending -= 1;
      if (pending === 0) {
        clearTimeout(timer);
        timer = undefined;
        setSlow(false);
      }
    }
  };
  return () => {
    window.fetch = fetch;
    clearTimeout(timer);
  };
}

/** Whether it asks for another page: neither ahead of a click, nor for this page again. */
function isNavigation(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers);
  if (!headers.has("rsc") || headers.has("next-router-prefetch")) return false;
  const to = new URL(input instanceof Request ? input.url : input, window.location.href);
  to.searchParams.delete("_rsc");
  return to.pathname + to.search !== window.location.pathname + window.location.search;
}
