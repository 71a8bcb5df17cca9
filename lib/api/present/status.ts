import { formatId } from "../../avalanche/ids";
import type { FirnStatus, StreamStatus } from "../../contract/firn/status";
import type { CheckpointTable } from "../../store/tables/checkpoint";
import type { StreamStatusTable } from "../../store/tables/stream-status";

/** Times of one stored block. */
export interface BlockTimes {
  /** Chain time, unix seconds. */
  time: number;
  accepted_at_ns: bigint;
  stored_at_ms: number;
}

/** `newest`: times of the newest stored blocks, newest first. */
export function presentStream(
  status: StreamStatusTable,
  checkpoint: CheckpointTable | undefined,
  times: { newest: readonly BlockTimes[]; nowMs: number },
): StreamStatus {
  const nodeHead = status.node_head_index ?? undefined;
  const [head, before] = times.newest;
  const behind = nodeHead === undefined ? 0 : Math.max(0, nodeHead + 1 - (checkpoint?.next_index ?? 0));
  return {
    stream: status.stream,
    state: status.state,
    nodeHead,
    indexedHead: checkpoint && {
      index: checkpoint.next_index - 1,
      height: checkpoint.height,
      containerId: formatId(checkpoint.head_id),
      time: checkpoint.time,
    },
    behind,
    lagMs: behind > 0 && head ? times.nowMs - Number(head.accepted_at_ns / 1_000_000n) : undefined,
    acceptanceLagMs: quantiles(times.newest.map(acceptanceLagMs)),
    // Blocks of one batch share the time they were stored at.
    indexedInMs: head && head.stored_at_ms !== before?.stored_at_ms ? storedLagMs(head) : undefined,
    error: presentError(status),
    notice: status.notice ?? undefined,
    updatedAt: status.updated_at_ms,
  };
}

/** What the streams last saw of the node they follow. */
export function presentNode(
  streams: readonly StreamStatusTable[],
  node: { url: string | undefined; version: string | undefined; nodeId: string | undefined },
): FirnStatus["node"] {
  const latest = [...streams].sort((a, b) => (b.node_checked_at_ms ?? 0) - (a.node_checked_at_ms ?? 0))[0];
  return {
    ...node,
    reachable: latest?.node_reachable === 1,
    checkedAt: latest?.node_checked_at_ms ?? undefined,
    error: latest?.node_error ?? undefined,
  };
}

/** Block time to acceptance by the node, ms; negative when their clocks differ. */
export function acceptanceLagMs(block: Pick<BlockTimes, "time" | "accepted_at_ns">): number {
  return Number(block.accepted_at_ns - BigInt(block.time) * 1_000_000_000n) / 1_000_000;
}

/** Acceptance by the node to stored here, ms. */
export function storedLagMs(block: Pick<BlockTimes, "accepted_at_ns" | "stored_at_ms">): number {
  return block.stored_at_ms - Number(block.accepted_at_ns / 1_000_000n);
}

function quantiles(values: number[]): StreamStatus["acceptanceLagMs"] {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const [median, p95] = [at(0.5), at(0.95)];
  return median === undefined || p95 === undefined ? undefined : { median, p95 };
}

function presentError(status: StreamStatusTable): StreamStatus["error"] {
  if (status.error_code === null || status.error_message === null) return undefined;
  return {
    code: status.error_code,
    message: status.error_message,
    hint: status.error_hint ?? undefined,
    at: status.error_at_ms ?? status.updated_at_ms,
  };
}
