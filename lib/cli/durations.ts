import type { Log } from "../log";

/** Time that the steps of the pipeline took since the last log line. */
export interface Durations {
  observe(verb: string, milliseconds: number): void;
  close(): void;
}

const EVERY_MS = 60_000;

/** Sums durations by step and logs them once a minute: `{ commit: { count, totalMs, maxMs }, … }`. */
export function openDurations(log: Log): Durations {
  const sums = new Map<string, { count: number; totalMs: number; maxMs: number }>();
  const write = () => {
    if (sums.size === 0) return;
    log.info("durations", Object.fromEntries(sums));
    sums.clear();
  };
  const timer = setInterval(write, EVERY_MS);
  return {
    observe(verb, milliseconds) {
      const sum = sums.get(verb) ?? { count: 0, totalMs: 0, maxMs: 0 };
      sums.set(verb, {
        count: sum.count + 1,
        totalMs: sum.totalMs + milliseconds,
        maxMs: Math.max(sum.maxMs, milliseconds),
      });
    },
    close() {
      clearInterval(timer);
      write();
    },
  };
}
