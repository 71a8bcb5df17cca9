import type { NotReady, Readiness } from "../../contract/firn/health";
import type { FirnStatus, StreamStatus } from "../../contract/firn/status";
import { describeError, NodeError, StoreError } from "../../errors";
import { readStatus, type StatusSource } from "../firn/status";

/** Whether this Firn answers as it promises, by its status. @param maxLagSeconds how far a stream may be behind its node */
export async function readReadiness(source: StatusSource, maxLagSeconds: number): Promise<Readiness> {
  return readinessOf(source.service.version, (await readReasons(source, maxLagSeconds)).reasons);
}

/** What keeps it from being ready, and the status that says so; without one where the stores say nothing. */
export async function readReasons(
  source: StatusSource,
  maxLagSeconds: number,
): Promise<{ reasons: NotReady[]; status?: FirnStatus }> {
  try {
    const status = await readStatus(source);
    return { reasons: reasonsOf(status, maxLagSeconds), status };
  } catch (error) {
    const message = describeError(error);
    if (isNothingIndexed(error)) return { reasons: [{ reason: "nothing-indexed", message }] };
    if (error instanceof StoreError) return { reasons: [{ reason: "store-unreadable", message }] };
    throw error;
  }
}

/** There is no store yet, or the indexer still has to bring an older one up to date. */
function isNothingIndexed(error: unknown): boolean {
  if (error instanceof NodeError) return error.code === "NOTHING_INDEXED";
  return error instanceof StoreError && ["STORE_ABSENT", "STORE_OLDER"].includes(error.code);
}

/** That this process lives, which the thread that accepts requests may say by itself. */
export function healthOf(version: string) {
  return { status: "ok", version } as const;
}

export const NEVER_KEPT = { "cache-control": "no-store" };

export function readinessOf(version: string, reasons: NotReady[]): Readiness {
  return { ready: reasons.length === 0, version, reasons };
}

/** 200 or 503; nobody keeps it. */
export function answerReadiness(body: Readiness): Response {
  const headers = { ...NEVER_KEPT, ...(!body.ready && { "retry-after": "5" }) };
  return Response.json(body, { status: body.ready ? 200 : 503, headers });
}

/** What keeps a Firn with this status from being ready. What its node never offers is no reason: Firn promises none of it. */
function reasonsOf({ store, node, streams }: FirnStatus, maxLagSeconds: number): NotReady[] {
  const reasons: NotReady[] = (store.damaged ?? []).map(({ file, faults }) => ({
    reason: "store-damaged",
    message: `${file}: ${faults[0] ?? "damaged"}`,
  }));
  if (streams.length === 0)
    reasons.push({ reason: "nothing-indexed", message: "the indexer has not reported any stream yet" });
  if (!node.reachable && streams.length > 0)
    reasons.push({ reason: "node-away", message: node.error ?? "the node does not answer" });
  const { bootstrapping = [] } = node;
  if (bootstrapping.length > 0)
    reasons.push({
      reason: "node-bootstrapping",
      message: `the node is still bootstrapping ${bootstrapping.join(", ")}`,
    });
  const away = streams.find(({ error }) => error?.code === "INDEXER_AWAY");
  if (away?.error !== undefined) reasons.push({ reason: "indexer-away", message: away.error.message });
  for (const stream of streams) {
    const problem = problemOf(stream, node.reachable, maxLagSeconds);
    if (problem !== undefined) reasons.push({ ...problem, stream: stream.stream });
  }
  return reasons;
}

function problemOf(stream: StreamStatus, isNodeThere: boolean, maxLagSeconds: number): NotReady | undefined {
  const { state, error, notice } = stream;
  if (error?.code === "INDEXER_AWAY") return undefined;
  const why = error?.message ?? notice;
  if (state === "stopped") return { reason: "stream-stopped", message: why ?? "the stream has stopped" };
  if (state === "waiting-for-node")
    return isNodeThere || stream.evm !== undefined
      ? { reason: "stream-waiting", message: why ?? "the stream waits for the node" }
      : undefined;
  if (state === "starting")
    return { reason: "stream-starting", message: why ?? "how far it is behind is not known yet" };
  return farBehind(stream, maxLagSeconds);
}

/** By the time of the newest stored block; where nothing says when the node accepted it, a block counts as a second. */
function farBehind({ behind = 0, lagMs }: StreamStatus, maxLagSeconds: number): NotReady | undefined {
  const seconds = lagMs === undefined ? behind : lagMs / 1_000;
  if (behind === 0 || seconds <= maxLagSeconds) return undefined;
  const time = lagMs === undefined ? "" : `, ${Math.round(seconds)} s`;
  return { reason: "far-behind", message: `it is ${behind} blocks behind its node${time}` };
}
