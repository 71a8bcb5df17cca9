import type { StreamStatus } from "../../../contract/firn/status";

/** A block that paces are taken of. Without an index of the node nobody says when it was accepted. */
export interface PacedBlock {
  /** Chain time, unix seconds. */
  time: number;
  accepted_at_ns: bigint | null;
}

/** Newest blocks that a chain's pace is taken over. */
export const PACE_SAMPLE = 200;
/** Fewer say nothing of a chain's pace. */
const LEAST_BLOCKS = 10;
/** The longest pause of late may come so many times as long before it is worth a word; every chain may pause so long. */
const PATIENCE = 3;
const LEAST_ALLOWED_MS = 300_000;

/**
 * How often a chain's blocks come by their own times, however they were accepted, and for how long none need come: a chain
 * that moves on demand has had long pauses, which count. The newest block's age is since the node accepted it; of a chain
 * whose acceptances nobody tells, since its own time. Undefined for a chain with too few blocks to say.
 *
 * @param newest newest first
 */
export function paceOf(newest: readonly PacedBlock[]): StreamStatus["pace"] {
  const head = newest[0];
  if (head === undefined || newest.length < LEAST_BLOCKS) return undefined;
  const pausesMs = newest
    .slice(1)
    .map(({ time }, index) => Math.max(0, (newest[index]?.time ?? time) - time) * 1_000)
    .sort((a, b) => a - b);
  const longestMs = pausesMs.at(-1) ?? 0;
  return {
    usualMs: pausesMs[Math.floor(pausesMs.length / 2)] ?? 0,
    longestMs,
    allowedMs: Math.max(LEAST_ALLOWED_MS, PATIENCE * longestMs),
    newestAt: head.accepted_at_ns === null ? head.time * 1_000 : Number(head.accepted_at_ns / 1_000_000n),
  };
}
