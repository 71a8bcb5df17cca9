/** A block that a node accepts later than this after the block's own time was not accepted live, ms. */
const LIVE_WITHIN_MS = 60_000;

/** A node that was away is not believed for at least this long after its return, ms. */
const LEAST_DOUBT_MS = 3_600_000;

/**
 * Whether a block was accepted when it was made, given the time from its own timestamp to its acceptance. Blocks
 * accepted during bootstrap, catch-up or replay do not measure lag.
 */
export function isAcceptedLive(lagMs: number): boolean {
  return Math.abs(lagMs) <= LIVE_WITHIN_MS;
}

/** A span of a node's life in which it had certainly caught up with its network; empty where `fromMs` > `toMs`. */
export interface LiveSpan {
  /** Unix ms, both inclusive. */
  fromMs: number;
  toMs: number;
}

/** When a node accepted a block, and when it was made, unix ms. */
export interface Acceptance {
  height: number;
  acceptedAtMs: number;
  madeAtMs: number;
}

/**
 * The last live span of a chain after one more of its blocks, given in order, and whether it is a new one.
 *
 * A span goes on with every block that was accepted live and within a minute of the block before. Otherwise the node
 * may have been away: since it accepted the block before, or since this one was made. Its other chains may go on
 * catching up when this one has done so, but for no longer than it was away: who needs longer never catches up. So the
 * next span begins that much later, and an hour later at least. Where the first blocks are missing, nothing says how
 * long the node was away, and no span ever begins.
 */
export function followAcceptance(
  last: LiveSpan | undefined,
  { height, acceptedAtMs, madeAtMs }: Acceptance,
): { span: LiveSpan; isNew: boolean } {
  if (last === undefined && height > 1) return { span: { fromMs: NEVER, toMs: acceptedAtMs }, isNew: true };
  const lag = Math.abs(acceptedAtMs - madeAtMs);
  const pause = last === undefined ? 0 : Math.abs(acceptedAtMs - last.toMs);
  if (last !== undefined && isAcceptedLive(lag) && pause <= LIVE_WITHIN_MS)
    return { span: { ...last, toMs: Math.max(last.toMs, acceptedAtMs) }, isNew: false };
  const caughtUp = acceptedAtMs + Math.max(lag, pause, LEAST_DOUBT_MS);
  const span = { fromMs: Math.max(last?.fromMs ?? 0, caughtUp), toMs: acceptedAtMs };
  return { span, isNew: last === undefined || last.fromMs <= last.toMs };
}

/** After all times, and exact. */
const NEVER = Number.MAX_SAFE_INTEGER;
