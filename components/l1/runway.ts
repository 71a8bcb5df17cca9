/** Seconds in a day and in 30 of them. */
const DAY = 86_400;
const MONTH = 30 * DAY;

/** Days that the full width of a runway bar covers. */
export const RUNWAY_AXIS_DAYS = 120;
export const CRITICAL_DAYS = 3;
export const LOW_DAYS = 14;

/** How long a balance lasts, with the level and width of its bar. */
export interface Runway {
  seconds: number;
  level: "critical" | "low" | "well";
  /** Share of the axis, at most 100. */
  percent: number;
}

/** Time from `now` until a balance is used up. Both are chain time in unix seconds. */
export function runwayTo(runsOut: number, now: number): Runway {
  const seconds = Math.max(0, runsOut - now);
  const days = seconds / DAY;
  const level = days < CRITICAL_DAYS ? "critical" : days < LOW_DAYS ? "low" : "well";
  return { seconds, level, percent: Math.min(100, (days / RUNWAY_AXIS_DAYS) * 100) };
}

/** Cost of 30 days, nAVAX, at a fee in nAVAX per second. */
export function monthlyFee(feePerSecondNavax: bigint): bigint {
  return feePerSecondNavax * BigInt(MONTH);
}

/** Share of an L1's weight that must sign for its messages to be accepted, percent. */
export const QUORUM_PERCENT = 67;

/** Whether the active weight of an L1 is too small for its messages to be accepted. */
export function isBelowQuorum(active: bigint, whole: bigint): boolean {
  return active * 100n < whole * BigInt(QUORUM_PERCENT);
}
