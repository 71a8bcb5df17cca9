"use client";

import { useEffect, useState } from "react";
import { STATE } from "./state";

interface RateLimitedStateProps {
  /** The service that limits requests: `Firn’s API`. */
  who: string;
  seconds: number;
  /** Called when the wait is over. */
  onOver: () => void;
}

const ROUND = 2 * Math.PI * 17;

/** Says who limits requests, counts down and retries automatically. */
export function RateLimitedState({ who, seconds, onOver }: RateLimitedStateProps) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (left <= 1) onOver();
      // Still mounted after the retry, so limited again: the wait starts over.
      setLeft(left <= 1 ? seconds : left - 1);
    }, 1000);
    return () => clearTimeout(timer);
  }, [left, seconds, onOver]);
  return (
    <div className={STATE}>
      <svg className="size-10" viewBox="0 0 40 40" fill="none" strokeWidth="3" aria-hidden="true">
        <circle cx="20" cy="20" r="17" stroke="var(--line)" />
        <circle
          cx="20"
          cy="20"
          r="17"
          stroke="var(--warn)"
          strokeDasharray={`${(left / Math.max(1, seconds)) * ROUND} ${ROUND}`}
          transform="rotate(-90 20 20)"
        />
        <text x="20" y="24" textAnchor="middle" fontSize="12" fill="var(--ink)">
          {left}
        </text>
      </svg>
      <h2 className="text-head">Too many requests</h2>
      <p className="text-ink-2">{`${who} limits them. Trying again in ${left} s.`}</p>
    </div>
  );
}
