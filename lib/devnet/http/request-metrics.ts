import type { Loggers } from "../admin/loggers";
import type { Endpoint } from "./http";

/** Counts and logs the calls of each API since the process started. */
export interface RequestMetrics {
  /** Wraps an endpoint to count its calls. `base` is a chain's letter, or the part between `/ext/` and the kind. */
  watch(base: string, endpoint: Endpoint): Endpoint;
  /** By base, in alphabetical order. */
  counts(): readonly RequestCounts[];
}

export interface RequestCounts {
  base: string;
  calls: number;
  durationNs: bigint;
  /** Calls in progress. */
  processing: number;
}

/** Limit of a logged body. */
const MAX_LOGGED_CHARACTERS = 1_000;

/** @param nowNs monotonic clock, nanoseconds */
export function openRequestMetrics(loggers: Loggers, nowNs: () => bigint): RequestMetrics {
  const byBase = new Map<string, RequestCounts>();
  return {
    counts: () => [...byBase.values()].sort((a, b) => (a.base < b.base ? -1 : 1)),
    watch(base, endpoint) {
      const counts = byBase.get(base) ?? { base, calls: 0, durationNs: 0n, processing: 0 };
      byBase.set(base, counts);
      const log = loggers.of(base);
      return async (request) => {
        const start = nowNs();
        counts.processing++;
        try {
          const reply = await endpoint(request);
          const { method, path, body } = request;
          const call = { method, path, status: reply.status };
          log("DEBUG", "API called", () => ({ ...call, durationNs: nowNs() - start }));
          log("VERBO", "API answered", () => ({ ...call, body: excerpt(body), reply: excerpt(reply.body) }));
          return reply;
        } finally {
          counts.processing--;
          counts.calls++;
          counts.durationNs += nowNs() - start;
        }
      };
    },
  };
}

function excerpt(text: string): string {
  return text.length > MAX_LOGGED_CHARACTERS ? `${text.slice(0, MAX_LOGGED_CHARACTERS)}…` : text;
}
