"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";

/** Between two looks, and for how long. */
const LOOK_MS = 2_000;
const WATCHED_MS = 10 * 60_000;

/** Asks for this page again and again until what it lacks is there: then the page is another, and this is gone. */
export function WatchButton() {
  const router = useRouter();
  const [isWatching, setWatching] = useState(false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isWatching) return;
    const looking = setInterval(() => router.refresh(), LOOK_MS);
    const ending = setTimeout(() => {
      setWatching(false);
      setOver(true);
    }, WATCHED_MS);
    return () => {
      clearInterval(looking);
      clearTimeout(ending);
    };
  }, [isWatching, router]);
  const said = isOver && !isWatching ? "not there after 10 min" : "asks every 2 s, for 10 min";
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-pressed={isWatching}
        onClick={() => setWatching(!isWatching)}
      >
        <Icon name="clock" />
        {isWatching ? "Stop watching" : "Watch for it"}
      </button>
      <span className="dim small" role="status">
        {said}
      </span>
    </>
  );
}
