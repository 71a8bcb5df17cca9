import { isAcceptedLive } from "../../../avalanche/accepted-live";
import type { StreamStatus } from "../../../contract/firn/status";

/** Times of one stored block. */
export interface BlockTimes {
  /** Chain time, unix seconds; null where it is not known. */
  time: number | null;
  /** Null for a block that was read by height. */
  accepted_at_ns: bigint | null;
  stored_at_ms: number;
}

type Acceptance = Pick<BlockTimes, "time" | "accepted_at_ns">;

/**
 * From block time to acceptance by the node, ms; negative when clocks differ, undefined for a block read by height or
 * without a known time.
 */
export function acceptanceLagMs(block: Acceptance): number | undefined {
  if (block.accepted_at_ns === null || block.time === null) return undefined;
  return Number(block.accepted_at_ns - BigInt(block.time) * 1_000_000_000n) / 1_000_000;
}

/**
 * Whether a block was accepted soon after it was built, or while bootstrapping, catching up or replaying; `height` if it
 * was read by height, without a time of acceptance.
 */
export function kindOfAcceptance(block: Acceptance): "live" | "bootstrap" | "height" {
  if (block.accepted_at_ns === null) return "height";
  const lagMs = acceptanceLagMs(block);
  return lagMs !== undefined && isAcceptedLive(lagMs) ? "live" : "bootstrap";
}

/** Lag over blocks that were accepted live, and the number of the others. Blocks read by height measure nothing. */
export function summarizeAcceptance(
  newest: readonly Acceptance[],
): Pick<StreamStatus, "acceptanceLagMs" | "notAcceptedLive"> {
  const lags = newest.flatMap((block) => acceptanceLagMs(block) ?? []);
  const sorted = lags.filter(isAcceptedLive).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const median = at(0.5);
  const p95 = at(0.95);
  return {
    acceptanceLagMs: median === undefined || p95 === undefined ? undefined : { median, p95 },
    notAcceptedLive: lags.length - sorted.length,
  };
}
