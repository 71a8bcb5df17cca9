import type { AskOptions } from "./read";

/** Between two looks at the clock, which may jump or stand still while the machine sleeps. */
const CLOCK_CHECK_MS = 10_000;

/** Resolves when the clock says that `ms` have passed, at the next look at it, or with the signal. */
export async function untilPassed(
  ms: number,
  { now, sleep, signal }: Pick<AskOptions, "now" | "sleep" | "signal">,
): Promise<void> {
  const from = now();
  do await sleep(CLOCK_CHECK_MS, signal);
  while (!signal.aborted && Math.abs(now() - from) < ms);
}
