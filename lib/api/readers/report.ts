import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { ThreadReport } from "./messages";

/** How often a thread says how it is. */
const EVERY_MS = 5_000;
const RESOLUTION_MS = 10;

/** Reports on this thread every few seconds, and at once. @returns what ends that */
export function reportSelf(send: (report: ThreadReport) => void): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let before: EventLoopUtilization | undefined;
  const report = () => {
    const now = performance.eventLoopUtilization();
    const { utilization: busy } = before === undefined ? now : performance.eventLoopUtilization(now, before);
    before = now;
    const { used_heap_size: heapBytes, heap_size_limit: heapLimitBytes } = getHeapStatistics();
    const lagMs = Math.max(0, (delay.count === 0 ? 0 : delay.max / 1e6) - RESOLUTION_MS);
    send({ atMs: Date.now(), busy, lagMs, heapBytes, heapLimitBytes });
    delay.reset();
  };
  report();
  const timer = setInterval(report, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}
