"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useLiveEvents } from "./live-provider";

/** A page is not made anew more often than this, ms: soon after trouble, seldom for blocks. */
const LEAST_MS = { trouble: 1_000, blocks: 10_000 } as const;

/**
 * Makes the page's parts anew on the server when there is something new. For pages without lists that a reader scrolls.
 * With no events nothing happens: the reader reloads.
 */
export function LiveRefresh() {
  const router = useRouter();
  const madeAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dueAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    madeAt.current = Date.now();
    return () => clearTimeout(timer.current);
  }, []);
  useLiveEvents(({ event }) => {
    // Who shows them follows them.
    if (event === "alerts") return;
    const least = event === "stream" || event === "reset" ? LEAST_MS.trouble : LEAST_MS.blocks;
    const at = Math.max(Date.now(), madeAt.current + least);
    if (at >= dueAt.current) return;
    clearTimeout(timer.current);
    dueAt.current = at;
    timer.current = setTimeout(() => {
      dueAt.current = Number.POSITIVE_INFINITY;
      madeAt.current = Date.now();
      router.refresh();
    }, at - Date.now());
  });
  return null;
}
