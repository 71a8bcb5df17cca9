import { decodePBlock } from "../../avalanche/p/block";
import { DataError } from "../../errors";
import type { ChainName, History } from "../history";
import type { Endpoint } from "../http/http";
import type { RequestMetrics } from "../http/request-metrics";

/**
 * `/ext/metrics`: this process's measurements under the node's names, and nothing that is not measured here. Counters
 * start with the process.
 * @source AvalancheGo api/server/metrics.go, snow/consensus/snowman/metrics.go, vms/platformvm/metrics; Prometheus text
 * format
 */
export function metricsEndpoint(history: History, requestMetrics: RequestMetrics): Endpoint {
  const accepted = countAccepted(history);
  return () => ({
    status: 200,
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8; escaping=underscores" },
    body: [...requestFamilies(requestMetrics), ...accepted(), ...ofProcess()].map(formatFamily).join(""),
  });
}

interface Family {
  name: string;
  type: "counter" | "gauge";
  help: string;
  samples: { labels?: Record<string, string>; value: number | bigint }[];
}

function requestFamilies(requestMetrics: RequestMetrics): Family[] {
  const counts = requestMetrics.counts();
  const family = (
    { name, type, help }: Omit<Family, "samples">,
    value: (each: (typeof counts)[number]) => number | bigint,
  ) => ({
    name,
    type,
    help,
    samples: counts.map((each) => ({ labels: { base: each.base }, value: value(each) })),
  });
  return [
    family(
      { name: "avalanche_api_calls", type: "counter", help: "The number of calls this API has processed" },
      ({ calls }) => calls,
    ),
    family(
      {
        name: "avalanche_api_calls_duration",
        type: "gauge",
        help: "The total amount of time, in nanoseconds, spent handling API calls",
      },
      ({ durationNs }) => durationNs,
    ),
    family(
      {
        name: "avalanche_api_calls_processing",
        type: "gauge",
        help: "The number of calls this API is currently processing",
      },
      ({ processing }) => processing,
    ),
  ];
}

const CHAINS: readonly ChainName[] = ["C", "P", "X"];

/** Counts blocks. Those accepted before this start only show in the heights. */
function countAccepted(history: History): () => Family[] {
  const counts = new Map<string, { blocks: number; bytes: number }>(
    CHAINS.map((chain) => [chain, { blocks: 0, bytes: 0 }]),
  );
  const kinds = new Map<string, number>();
  let isLive = false;
  history.onAccepted(({ chain, height, container, inner }) => {
    const count = counts.get(chain);
    if (!isLive || height === undefined || count === undefined) return;
    count.blocks++;
    count.bytes += container.bytes.length / 2 - 1;
    const kind = chain === "P" ? kindOf(inner) : undefined;
    if (kind !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  });
  isLive = true;
  const perChain = (value: (chain: ChainName) => number) =>
    CHAINS.map((chain) => ({ labels: { chain }, value: value(chain) }));
  return () => [
    {
      name: "avalanche_platformvm_blks_accepted",
      type: "counter",
      help: "number of blocks accepted",
      samples: [...kinds].sort().map(([blk, value]) => ({ labels: { blk, chain: "P" }, value })),
    },
    {
      name: "avalanche_snowman_blks_accepted_container_size_sum",
      type: "gauge",
      help: "cumulative size of all accepted blocks",
      samples: perChain((chain) => counts.get(chain)?.bytes ?? 0),
    },
    {
      name: "avalanche_snowman_blks_accepted_count",
      type: "counter",
      help: "number of blocks accepted",
      samples: perChain((chain) => counts.get(chain)?.blocks ?? 0),
    },
    {
      name: "avalanche_snowman_last_accepted_height",
      type: "gauge",
      help: "last height accepted",
      samples: perChain((chain) => history.height(chain)),
    },
  ];
}

/** The node's name of a P-Chain block's kind; undefined for bytes that are not a block. */
function kindOf(block: Uint8Array): string | undefined {
  try {
    return /(Abort|Atomic|Commit|Proposal|Standard)Block$/
      .exec(decodePBlock(block).blockType)?.[1]
      ?.toLowerCase();
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

function ofProcess(): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "avalanche_process_process_cpu_seconds_total",
      type: "counter",
      help: "Total user and system CPU time spent in seconds.",
      samples: [{ value: (user + system) / 1e6 }],
    },
    {
      name: "avalanche_process_process_resident_memory_bytes",
      type: "gauge",
      help: "Resident memory size in bytes.",
      samples: [{ value: process.memoryUsage.rss() }],
    },
    {
      name: "avalanche_process_process_start_time_seconds",
      type: "gauge",
      help: "Start time of the process since unix epoch in seconds.",
      samples: [{ value: performance.timeOrigin / 1000 }],
    },
  ];
}

/** A family without samples is left out. */
function formatFamily({ name, type, help, samples }: Family): string {
  if (samples.length === 0) return "";
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("\n")}\n`;
}
