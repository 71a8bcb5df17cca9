import { isAcceptedLive } from "../../../avalanche/accepted-live";
import type { StreamStatus } from "../../../contract/firn/status";

/** Times of one stored block. */
export interface BlockTimes {
  /** Chain time, unix seconds. */
  time: number;
  accepted_at_ns: bigint;
  stored_at_ms: number;
}

type Acceptance = Pick<BlockTimes, "time" | "accepted_at_ns">;

/** From block time to acceptance by the node, ms; negative when clocks differ. */
export function acceptanceLagMs(block: Acceptance): number {
  return Number(block.accepted_at_ns - BigInt(block.time) * 1_000_000_000n) / 1_000_000;
}

/** Whether a block was accepted soon after it was built, or while bootstrapping, catching up or replaying. */
export function kindOfAcceptance(block: Acceptance): "live" | "bootstrap" {
  return isAcceptedLive(acceptanceLagMs(block)) ? "live" : "bootstrap";
}

/** Lag over blocks that were accepted live, and the number of the others. */
export function summarizeAcceptance(
  newest: readonly Acceptance[],
): Pick<StreamStatus, "acceptanceLagMs" | "notAcceptedLive"> {
  const live = newest.filter((block) => kindOfAcceptance(block) === "live");
  const sorted = live.map(acceptanceLagMs).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const [median, p95] = [at(0.5), at(0.95)];
  return {
    acceptanceLagMs: median === undefined || p95 === undefined ? undefined : { median, p95 },
    notAcceptedLive: newest.length - live.length,
  };
}
