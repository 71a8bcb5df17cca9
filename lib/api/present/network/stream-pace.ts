import type { StreamStatus } from "../../../contract/firn/status";

/** A block that counts for a pace. Its acceptance is unknown without an index of the node. */
export interface PacedBlock {
  /** Chain time, unix seconds. */
  time: number;
  accepted_at_ns: bigint | null;
}

/** Number of newest blocks that the pace is computed from. */
export const PACE_SAMPLE = 200;
/** Fewer blocks give no pace. */
const LEAST_BLOCKS = 10;
/** A pause of up to so many times the longest recent one is normal. `LEAST_ALLOWED_MS` is normal on any chain. */
const LONGEST_PAUSES = 3;
const LEAST_ALLOWED_MS = 300_000;

/**
 * How often a chain's blocks come, by block time, and how long a pause is normal. A chain that produces blocks on
 * demand has had long pauses, which count. The newest block's age is since its acceptance, or since its block time
 * where the acceptance is unknown. Undefined for a chain with too few blocks.
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
    allowedMs: Math.max(LEAST_ALLOWED_MS, LONGEST_PAUSES * longestMs),
    newestAt: head.accepted_at_ns === null ? head.time * 1_000 : Number(head.accepted_at_ns / 1_000_000n),
  };
}
