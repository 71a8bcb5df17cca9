"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";

/** One clock for all ages on a page. It ticks every second while the page is visible. */
class Clock {
  now: number;
  readonly #listeners = new Set<() => void>();

  /** `serverNow`: the browser's first render equals the HTML. */
  constructor(readonly serverNow: number) {
    this.now = serverNow;
  }

  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  tick(): void {
    if (document.visibilityState !== "visible") return;
    this.now = Date.now();
    for (const listener of this.#listeners) listener();
  }
}

const CurrentClock = createContext(new Clock(0));

export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [clock] = useState(() => new Clock(serverNow));
  useEffect(() => {
    clock.tick();
    const timer = setInterval(() => clock.tick(), 1000);
    return () => clearInterval(timer);
  }, [clock]);
  return <CurrentClock value={clock}>{children}</CurrentClock>;
}

/** Wall clock, unix milliseconds. Rerenders every second. */
export function useNow(): number {
  return useTimeText((now) => now);
}

/** What `read` makes of the wall clock. Rerenders only when that changes, so that a long list of ages costs little. */
export function useTimeText<T extends string | number>(read: (now: number) => T): T {
  const clock = useContext(CurrentClock);
  return useSyncExternalStore(
    clock.listen,
    () => read(clock.now),
    () => read(clock.serverNow),
  );
}
