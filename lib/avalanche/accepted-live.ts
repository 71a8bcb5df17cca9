/** A block that a node accepts later than this after the block's own time was not accepted live, ms. */
const LIVE_WITHIN_MS = 60_000;

/**
 * Whether a block was accepted when it was made, given the time from its own timestamp to its acceptance. Blocks
 * accepted during bootstrap, catch-up or replay do not measure lag.
 */
export function isAcceptedLive(lagMs: number): boolean {
  return Math.abs(lagMs) <= LIVE_WITHIN_MS;
}
