"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { RateLimitedState } from "./rate-limited";

/** A whole page that was rate limited: waits, then reloads the page from the server. */
export function ReloadAfter({ who, seconds }: { who: string; seconds: number }) {
  const router = useRouter();
  const onOver = useCallback(() => router.refresh(), [router]);
  return <RateLimitedState who={who} seconds={seconds} onOver={onOver} />;
}
