"use client";

import { useEffect, useState } from "react";
import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Between two looks, and for how long. */
const LOOK_MS = 2_000;
const WATCHED_MS = 10 * 60_000;

/** Looks whether this page is there now, and opens it when it is. */
export function WatchButton() {
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
        {isOver && !isWatching ? "not there after 10 min" : "looks every 2 s, for 10 min"}
      </span>
    </>
  );
}

async function lookOnce(): Promise<void> {
  const { ok } = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).catch(() => ({
    ok: false, // away: the next look may find it
  }));
  if (ok) window.location.reload();
}
