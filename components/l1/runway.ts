/** Seconds in a day and in 30 of them. */
const DAY = 86_400;
const MONTH = 30 * DAY;

/** The whole width of a runway. */
export const RUNWAY_AXIS_DAYS = 120;
export const CRITICAL_DAYS = 3;
export const LOW_DAYS = 14;

/** How long a balance lasts, for its colour and its bar. */
export interface Runway {
  seconds: number;
  level: "critical" | "low" | "well";
  /** Of the axis, at most 100. */
  percent: number;
}

/** From now, chain time, to when a balance is used up; both unix seconds. */
export function runwayTo(runsOut: number, now: number): Runway {
  const seconds = Math.max(0, runsOut - now);
  const days = seconds / DAY;
  const level = days < CRITICAL_DAYS ? "critical" : days < LOW_DAYS ? "low" : "well";
  return { seconds, level, percent: Math.min(100, (days / RUNWAY_AXIS_DAYS) * 100) };
}

/** What 30 days cost at a fee; nAVAX, from nAVAX per second. */
export function monthlyFee(feePerSecondNavax: bigint): bigint {
  return feePerSecondNavax * BigInt(MONTH);
}

/** Share of an L1's weight that must stay active for its messages to be believed, percent. */
export const QUORUM_PERCENT = 67;

/** Whether what is active of an L1's weight is too little for its messages to be believed. */
export function isBelowQuorum(active: bigint, whole: bigint): boolean {
  return active * 100n < whole * BigInt(QUORUM_PERCENT);
}
