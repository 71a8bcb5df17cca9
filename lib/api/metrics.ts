import type { MiddlewareHandler } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { readVerbDurations } from "../store/bookkeeping/verb-durations";
import { readEvmStream } from "../store/queries/evm/stream";
import { listStreams } from "../store/queries/stream";
import type { ApiEnv } from "./env";
import type { EvmChains } from "./snapshot/evm";
import type { PrimarySnapshot } from "./snapshot/primary";

/** Methods that get a label of their own. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"];

/** Counts answers by route and status, and how long they took. The route is its contract's path, without ids. */
export function countRequests(registry: Registry, nowMs: () => number): MiddlewareHandler<ApiEnv> {
  const answers = new Counter({
    name: "firn_api_requests_total",
    help: "Answers of the API.",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "firn_api_request_duration_seconds",
    help: "From a request to its answer.",
    labelNames: ["route"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
    registers: [registry],
  });
  return async (c, next) => {
    const start = nowMs();
    await next();
    const route = c.get("route") ?? "none";
    const method = METHODS.includes(c.req.method) ? c.req.method : "other";
    answers.inc({ route, method, status: c.res.status });
    durations.observe({ route }, (nowMs() - start) / 1_000);
  };
}

type Stream = Awaited<ReturnType<typeof listStreams>>[number];

/** Each EVM chain as a stream. */
export async function listEvmStreams(chains: Pick<EvmChains, "list" | "read">): Promise<Stream[]> {
  const streams = (await chains.list()).map(async ({ evmChainId = "" }) => {
    const { status, checkpoint } = await chains.read(evmChainId, ({ db }) => readEvmStream(db, 1));
    return status ? [{ status: { ...status, stream: `EVM ${evmChainId}` }, checkpoint }] : [];
  });
  return (await Promise.all(streams)).flat();
}

/** The state of the indexer's streams and the time of its verbs, from the store. */
export async function indexerMetrics({ db }: PrimarySnapshot, evm: readonly Stream[]): Promise<Registry> {
  const registry = new Registry();
  const registers = [registry];
  const streams = [...(await listStreams(db)), ...evm];
  const perStream = (name: string, help: string, read: (stream: Stream) => number | undefined) => {
    const gauge = new Gauge({ name, help, labelNames: ["stream"], registers });
    for (const stream of streams) {
      const value = read(stream);
      if (value !== undefined) gauge.set({ stream: stream.status.stream }, value);
    }
  };
  perStream(
    "firn_indexer_stored_containers",
    "Containers stored.",
    ({ checkpoint }) => checkpoint?.next_index,
  );
  perStream("firn_indexer_node_containers", "Containers the node has.", ({ status }) =>
    status.node_head_index === null ? undefined : status.node_head_index + 1,
  );
  perStream("firn_indexer_node_reachable", "Whether the node answered last time.", ({ status }) =>
    Number(status.node_reachable),
  );
  const state = new Gauge({
    name: "firn_indexer_stream_state",
    help: "1 for the state that each stream is in.",
    labelNames: ["stream", "state"],
    registers,
  });
  for (const { status } of streams) state.set({ stream: status.stream, state: status.state }, 1);
  const perVerb = (part: "sum" | "count", help: string) =>
    new Counter({
      name: `firn_indexer_verb_duration_seconds_${part}`,
      help,
      labelNames: ["verb"],
      registers,
    });
  const seconds = perVerb("sum", "Time of each step, since the indexer started.");
  const batches = perVerb("count", "Batches of each step, since the indexer started.");
  for (const { verb, count, total_ms } of await readVerbDurations(db)) {
    seconds.inc({ verb }, total_ms / 1_000);
    batches.inc({ verb }, count);
  }
  return registry;
}
