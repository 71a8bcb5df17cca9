"use client";

import { useNow } from "@/components/ui/clock";
import { formatClock, formatDuration } from "@/lib/words/format";

/** Circumference of the ring. */
const ROUND = 2 * Math.PI * 6;

/** `back to INFO in 14:32`: time left until `at`, unix milliseconds. The ring empties from `from` on. */
export function Countdown({ from, at, label }: { from: number; at: number; label: string }) {
  const now = useNow();
  const left = Math.max(0, at - now);
  const share = at > from ? Math.min(1, left / (at - from)) : 0;
  return (
    <>
      <svg viewBox="0 0 16 16" fill="none" strokeWidth="2" aria-hidden="true">
        <circle cx="8" cy="8" r="6" stroke="currentColor" opacity=".25" />
        <circle
          cx="8"
          cy="8"
          r="6"
          stroke="currentColor"
          strokeDasharray={`${share * ROUND} 40`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      <span>
        {label} {left === 0 ? "now" : "in "}
        {left > 0 && <time dateTime={new Date(at).toISOString()}>{formatSpan(left)}</time>}
      </span>
    </>
  );
}

/** Time since `since`, unix milliseconds, as `00:42`. */
export function Elapsed({ since }: { since: number }) {
  return <time dateTime={new Date(since).toISOString()}>{formatSpan(Math.max(0, useNow() - since))}</time>;
}

/** Time since `since`, unix milliseconds, as `3 d 4 h`. */
export function RunningFor({ since }: { since: number }) {
  const seconds = Math.floor((useNow() - since) / 1000);
  return <>{formatDuration(Math.max(1, seconds) * 1000)}</>;
}

/** `locks in 28 min`; in the last minute by the second. */
export function LocksIn({ at }: { at: number }) {
  const left = Math.max(0, at - useNow());
  return <>locks in {left < 60_000 ? `${Math.floor(left / 1000)} s` : `${Math.floor(left / 60_000)} min`}</>;
}

/** Minutes and seconds, with hours from one hour on. */
function formatSpan(ms: number): string {
  const text = formatClock(Math.floor(ms / 1000) * 1000);
  const hours = Math.floor(ms / 3_600_000);
  return hours === 0 ? text.slice(3) : `${hours}:${text.slice(3)}`;
}
