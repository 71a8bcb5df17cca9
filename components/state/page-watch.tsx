"use client";

import { useEffect, useState } from "react";
import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Poll interval, and how long to poll. */
const LOOK_MS = 2_000;
const WATCHED_MS = 10 * 60_000;

/** Polls this page and opens it once it exists. */
export function PageWatch() {
  const [isWatching, setWatching] = useState(false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isWatching) return;
    const looking = setInterval(lookOnce, LOOK_MS);
    const ending = setTimeout(() => {
      setWatching(false);
      setOver(true);
    }, WATCHED_MS);
    return () => {
      clearInterval(looking);
      clearTimeout(ending);
    };
  }, [isWatching]);
  return (
    <>
      <button
        type="button"
        className={button()}
        aria-pressed={isWatching}
        onClick={() => setWatching(!isWatching)}
      >
        <Icon name="clock" />
        {isWatching ? "Stop watching" : "Watch for it"}
      </button>
      <span className="text-ink-3 text-small" role="status">
        {isOver && !isWatching ? "not there after 10 min" : "checks every 2 s, for 10 min"}
      </span>
    </>
  );
}

async function lookOnce(): Promise<void> {
  const { ok } = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).catch(() => ({
    ok: false, // Unreachable: the next poll may succeed.
  }));
  if (ok) window.location.reload();
}
