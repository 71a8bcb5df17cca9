import { formatId } from "../../../avalanche/ids";
import { asTyped } from "../../../command-names";
import type { FirnStatus, StreamStatus } from "../../../contract/firn/status";
import { UNKNOWN_TIME } from "../../../store/rows/columns";
import type { CheckpointTable, StreamStatusTable } from "../../../store/tables/bookkeeping";
import { type BlockTimes, summarizeAcceptance } from "./acceptance";

/** Times that decide a stream's state. */
export interface StreamTimes {
  /** The newest stored blocks, newest first. */
  newest: readonly BlockTimes[];
  nowMs: number;
  /** The indexer's last heartbeat, unix ms; undefined when there was none. */
  beatAtMs: number | undefined;
}

/** The indexer writes a heartbeat every few seconds. After so long without one it is considered gone. */
const SILENT_MS = 30_000;

/** A status is written only when it changes. The heartbeat shows that it is current. */
export function presentStream(
  status: StreamStatusTable,
  checkpoint: CheckpointTable | undefined,
  times: StreamTimes,
): StreamStatus {
  const isStopped = status.state === "stopped" && status.error_code !== null;
  const gone = isStopped ? undefined : indexerGone(times);
  const nodeHead = status.node_head_index ?? undefined;
  const [head, before] = times.newest;
  const behind = lagOf(status, checkpoint);
  return {
    stream: status.stream,
    state: gone ? "stopped" : status.state,
    nodeHead,
    indexedHead: checkpoint && {
      index: checkpoint.next_index - 1,
      height: checkpoint.height,
      containerId: formatId(checkpoint.head_id),
      time: checkpoint.time === UNKNOWN_TIME ? undefined : checkpoint.time,
    },
    behind,
    lagMs:
      behind !== undefined && behind > 0 && head && head.accepted_at_ns !== null
        ? times.nowMs - Number(head.accepted_at_ns / 1_000_000n)
        : undefined,
    ...(times.newest.length > 0 && summarizeAcceptance(times.newest)),
    // Blocks of one batch have the same storing time.
    indexedInMs: head && head.stored_at_ms !== before?.stored_at_ms ? storedLagMs(head) : undefined,
    error: gone ?? presentError(status),
    notice: status.notice ?? undefined,
    source: status.source ?? undefined,
    updatedAt: Math.max(status.updated_at_ms, times.beatAtMs ?? 0),
  };
}

/** Whether the indexer of a store is gone, by its last heartbeat (unix ms); false where there was none. */
export function isSilent(beatAtMs: number | undefined, nowMs: number): beatAtMs is number {
  return beatAtMs !== undefined && Math.abs(nowMs - beatAtMs) > SILENT_MS;
}

function indexerGone({ beatAtMs, nowMs }: StreamTimes): StreamStatus["error"] {
  if (!isSilent(beatAtMs, nowMs)) return undefined;
  return {
    code: "INDEXER_AWAY",
    message: `the indexer has shown no sign of life since ${new Date(beatAtMs).toISOString()}`,
    hint: asTyped("check that `firn index` runs, and read its log"),
    at: beatAtMs,
  };
}

/**
 * State of the node as the streams last saw it: one that got an answer reached it, one that did not has the reason. A
 * stream notices a missing answer within its time limit, so its last state was valid at the indexer's last heartbeat,
 * give or take these seconds.
 */
export function presentNode(
  streams: readonly StreamStatusTable[],
  node: { url: string | undefined; version: string | undefined; nodeId: string | undefined },
  beatAtMs: number | undefined,
): FirnStatus["node"] {
  const newestFirst = streams.toSorted((a, b) => (b.node_checked_at_ms ?? 0) - (a.node_checked_at_ms ?? 0));
  // A stopped stream does not ask, so its last state is outdated while others ask.
  const asking = newestFirst.filter(({ state }) => state !== "stopped");
  const heard = asking.length > 0 ? asking : newestFirst;
  const checkedAt = newestFirst[0]?.node_checked_at_ms;
  return {
    ...node,
    reachable: heard.some(hasAnswered),
    checkedAt: checkedAt ? Math.max(checkedAt, beatAtMs ?? 0) : undefined,
    error: heard.find(({ node_error }) => node_error !== null)?.node_error ?? undefined,
  };
}

/** Errors that mean the node is unreachable. Others come from answers that were no use to the stream. */
const AWAY: readonly (string | null)[] = ["NODE_UNREACHABLE", "NODE_TIMEOUT"];

function hasAnswered({ state, node_reachable, error_code }: StreamStatusTable): boolean {
  if (node_reachable) return true;
  return state === "waiting-for-node" && error_code !== null && !AWAY.includes(error_code);
}

/** From acceptance by the node to storing here, ms; undefined for a block that was read by height. */
export function storedLagMs(block: Pick<BlockTimes, "accepted_at_ns" | "stored_at_ms">): number | undefined {
  if (block.accepted_at_ns === null) return undefined;
  return block.stored_at_ms - Number(block.accepted_at_ns / 1_000_000n);
}

/**
 * How far the store is behind the node; unknown until the node has answered, and where it does not offer what is
 * missing. With an empty index there is nothing to read.
 */
export function lagOf(
  { state, node_head_index, node_reachable, node_checked_at_ms }: StreamStatusTable,
  checkpoint: CheckpointTable | undefined,
): number | undefined {
  if (state === "unreadable") return undefined;
  if (node_head_index !== null) return Math.max(0, node_head_index + 1 - (checkpoint?.next_index ?? 0));
  return node_checked_at_ms !== null && node_reachable ? 0 : undefined;
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
