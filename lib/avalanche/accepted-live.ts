/** A block that a node accepts further than this from its own time was not accepted as it was made. */
const LIVE_WITHIN_MS = 60_000;

/**
 * Whether a block was accepted as it was made, by the time from its own timestamp to its acceptance. One that was accepted
 * while the node bootstrapped, caught up or replayed measures no lag.
 */
export function isAcceptedLive(lagMs: number): boolean {
  return Math.abs(lagMs) <= LIVE_WITHIN_MS;
}
