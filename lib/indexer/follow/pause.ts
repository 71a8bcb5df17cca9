import type { AskOptions } from "./read";

/** Interval between readings of the clock, which may jump, or stop while the machine sleeps. */
const CLOCK_CHECK_MS = 10_000;

/** Resolves once `ms` have passed by the clock, checked at that interval, or when the signal is aborted. */
export async function untilPassed(
  ms: number,
  { now, sleep, signal }: Pick<AskOptions, "now" | "sleep" | "signal">,
): Promise<void> {
  const from = now();
  do await sleep(CLOCK_CHECK_MS, signal);
  while (!signal.aborted && Math.abs(now() - from) < ms);
}
