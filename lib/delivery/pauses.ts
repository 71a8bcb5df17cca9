const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after each failed attempt, as the Data API's webhooks publish them. */
const PAUSES_MS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** After this many failed attempts a message is given up. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/** A target that nothing reached for so long is closed. */
export const DEAD_AFTER_MS = 48 * HOUR;

/** Failures in a row after which a target is tried by one message at a time. */
export const DOUBTED_AFTER = 5;

/**
 * How long a message waits after it failed for the `attempts`th time, ms: up to a fifth longer at random, so that what failed
 * together does not come back together.
 * @param random at least 0, below 1
 */
export function pauseAfter(attempts: number, random: number): number {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? 0;
  return Math.round(pause * (1 + random / 5));
}

/** How long nothing is sent to a target after so many failures in a row, ms; 0 while it is not doubted. */
export function pauseOfTarget(failures: number, random: number): number {
  return failures < DOUBTED_AFTER ? 0 : pauseAfter(failures - DOUBTED_AFTER + 1, random);
}
