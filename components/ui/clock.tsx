"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

const Now = createContext(0);

/**
 * One clock for all ages on a page. It starts at the server's time, so that the browser's first render equals the HTML,
 * then ticks every second while the page is visible.
 */
export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === "visible") setNow(Date.now());
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return <Now value={now}>{children}</Now>;
}

/** Wall clock, unix milliseconds. Rerenders every second. Only ages and lags use it. */
export function useNow(): number {
  return useContext(Now);
}
