import type { MiddlewareHandler } from "hono";
import { readVerbDurations } from "../store/bookkeeping/verb-durations";
import { readEvmStream } from "../store/queries/evm/stream";
import { listStreams } from "../store/queries/stream";
import type { ApiEnv } from "./env";
import type { EvmChains } from "./snapshot/evm";
import type { PrimarySnapshot } from "./snapshot/primary";

/** Upper bounds of the duration histogram, seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5];

interface Durations {
  /** Requests up to each bound, and all of them. */
  buckets: number[];
  count: number;
  seconds: number;
}

/** Counts answers by route and status, and how long they took, from the start of this process. */
export class RequestMetrics {
  readonly #answers = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();

  observe(
    { route, method, status }: { route: string; method: string; status: number },
    milliseconds: number,
  ) {
    const labels = `route="${route}",method="${method}",status="${status}"`;
    this.#answers.set(labels, (this.#answers.get(labels) ?? 0) + 1);
    const durations = this.#durations.get(route) ?? { buckets: BOUNDS.map(() => 0), count: 0, seconds: 0 };
    const seconds = milliseconds / 1_000;
    for (const [at, bound] of BOUNDS.entries()) {
      if (seconds <= bound) durations.buckets[at] = (durations.buckets[at] ?? 0) + 1;
    }
    durations.count++;
    durations.seconds += seconds;
    this.#durations.set(route, durations);
  }

  /** In the text format of Prometheus. */
  lines(): string[] {
    const durations = [...this.#durations].flatMap(([route, { buckets, count, seconds }]) => [
      ...BOUNDS.map((bound, at) => `_bucket{route="${route}",le="${bound}"} ${buckets[at]}`),
      `_bucket{route="${route}",le="+Inf"} ${count}`,
      `_sum{route="${route}"} ${seconds}`,
      `_count{route="${route}"} ${count}`,
    ]);
    return [
      "# HELP firn_api_requests_total Answers of the API.",
      "# TYPE firn_api_requests_total counter",
      ...[...this.#answers].map(([labels, count]) => `firn_api_requests_total{${labels}} ${count}`),
      "# HELP firn_api_request_duration_seconds From a request to its answer.",
      "# TYPE firn_api_request_duration_seconds histogram",
      ...durations.map((line) => `firn_api_request_duration_seconds${line}`),
    ];
  }
}

/** Methods that get a label of their own. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "OPTIONS"];

/** Notes every answer under the path of its contract: ids stay out. */
export function countRequests(metrics: RequestMetrics, nowMs: () => number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const start = nowMs();
    await next();
    const { method } = c.req;
    metrics.observe(
      {
        route: c.get("route") ?? "none",
        method: METHODS.includes(method) ? method : "other",
        status: c.res.status,
      },
      nowMs() - start,
    );
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

/** What the indexer says of its streams and verbs, in the text format of Prometheus. */
export async function indexerLines({ db }: PrimarySnapshot, evm: readonly Stream[]): Promise<string[]> {
  const streams = [...(await listStreams(db)), ...evm];
  const verbs = await readVerbDurations(db);
  const perStream = (value: (stream: Stream) => number | undefined) =>
    streams.flatMap((stream) => {
      const found = value(stream);
      return found === undefined ? [] : [`{stream="${stream.status.stream}"} ${found}`];
    });
  return [
    ...gauge(
      "firn_indexer_stored_containers",
      "Containers stored.",
      perStream(({ checkpoint }) => checkpoint?.next_index),
    ),
    ...gauge(
      "firn_indexer_node_containers",
      "Containers the node has.",
      perStream(({ status }) => (status.node_head_index === null ? undefined : status.node_head_index + 1)),
    ),
    ...gauge(
      "firn_indexer_node_reachable",
      "Whether the node answered last time.",
      perStream(({ status }) => Number(status.node_reachable)),
    ),
    ...gauge(
      "firn_indexer_stream_state",
      "1 for the state that each stream is in.",
      streams.map(({ status }) => `{stream="${status.stream}",state="${status.state}"} 1`),
    ),
    "# HELP firn_indexer_verb_duration_seconds What each step took per batch, since the indexer started.",
    "# TYPE firn_indexer_verb_duration_seconds summary",
    ...verbs.flatMap(({ verb, count, total_ms }) => [
      `firn_indexer_verb_duration_seconds_sum{verb="${verb}"} ${total_ms / 1_000}`,
      `firn_indexer_verb_duration_seconds_count{verb="${verb}"} ${count}`,
    ]),
  ];
}

function gauge(name: string, help: string, values: readonly string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...values.map((value) => `${name}${value}`)];
}
