import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "../listen";

/** Limits of a public RPC. */
export interface ProviderLimits {
  /** Tokens per second, and how many are kept while nobody asks. */
  perS: number;
  burst: number;
  /** What costs a token: a request, or each call in it. */
  counts: "requests" | "calls";
  /**
   * How a request that has no tokens is refused: by a status, by one error, or by an error for each call that has none.
   */
  refusal: "429" | "429 with retry-after" | "403" | "503" | "one error" | "each call";
  /** Most calls in a batch, and how a longer one is refused. */
  batch?: { most: number; refusal: "403" | "one error" | "one error in a list" };
  /** Longest body of a request, in bytes. A longer one is refused with 413. */
  mostBytes?: number;
  /** Methods that are not there. */
  lacks?: readonly string[];
  /** Every so many requests one has no answer. */
  silentEvery?: number;
}

/** A proxy in front of a node that limits requests as a public RPC does. */
export interface LimitingProxy {
  url: string;
  /** May be changed at any time. */
  limits: ProviderLimits;
  requests: number;
  /** Requests of which a call was refused for its rate. */
  refused: number;
  /** Batches that had too many calls, and bodies that were too long. */
  tooLarge: number;
  /** Requests for methods that are not there. */
  lacking: number;
  close(): Promise<void>;
}

interface Call {
  id?: unknown;
  method?: string;
}

/** Listens on a free port on loopback. */
export async function openLimitingProxy(nodeUrl: string, limits: ProviderLimits): Promise<LimitingProxy> {
  let tokens = limits.burst;
  let filledAtMs = performance.now();
  /** Takes as many of `wanted` tokens as there are. */
  const take = (wanted: number): number => {
    const nowMs = performance.now();
    tokens = Math.min(proxy.limits.burst, tokens + ((nowMs - filledAtMs) / 1_000) * proxy.limits.perS);
    filledAtMs = nowMs;
    const isWhole = proxy.limits.refusal !== "each call";
    const taken = Math.min(wanted, Math.floor(tokens));
    if (isWhole && taken < wanted) return 0;
    tokens -= taken;
    return taken;
  };
  const server: Server = createServer(async (request, response) => {
    const body = await text(request);
    const reply = (status: number, answer: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(typeof answer === "string" ? answer : JSON.stringify(answer));
    const asked = parse(body);
    const calls = [asked].flat();
    const {
      counts,
      refusal,
      batch,
      mostBytes = Number.POSITIVE_INFINITY,
      lacks = [],
      silentEvery,
    } = proxy.limits;
    proxy.requests += 1;
    if (body.length > mostBytes) {
      proxy.tooLarge += 1;
      return reply(413, "request entity too large");
    }
    if (batch && calls.length > batch.most) {
      proxy.tooLarge += 1;
      if (batch.refusal === "403") return reply(403, "Forbidden");
      const one = refuse(null, -32600, `batch size too large, at most ${batch.most} calls`);
      return reply(200, batch.refusal === "one error" ? one : [one]);
    }
    const wanted = counts === "calls" ? calls.length : 1;
    const taken = take(wanted);
    if (taken < wanted) {
      proxy.refused += 1;
      if (refusal === "429") return reply(429, "Too Many Requests");
      if (refusal === "429 with retry-after") return reply(429, "", { "retry-after": "1" });
      if (refusal === "403") return reply(403, "error code: 1015");
      if (refusal === "503") return reply(503, "", { "retry-after": "1" });
      if (refusal === "one error") return reply(200, refuse(null, -32016, "over rate limit"));
    }
    if (silentEvery !== undefined && proxy.requests % silentEvery === 0) return;
    if (calls.some(({ method = "" }) => lacks.includes(method))) {
      proxy.lacking += 1;
      const answers = calls.map(({ id }) => refuse(id, -32601, "the method does not exist/is not available"));
      return reply(200, Array.isArray(asked) ? answers : answers[0]);
    }
    try {
      const answer = await fetch(nodeUrl + request.url, {
        method: request.method ?? "GET",
        headers: { "content-type": "application/json" },
        ...(body === "" ? {} : { body }),
      });
      const said = await answer.text();
      if (taken === wanted) return reply(answer.status, said);
      const left = calls.map(({ id }, i) =>
        i < taken ? parse(said, i) : refuse(id, -32005, "daily request count exceeded, request rate limited"),
      );
      return reply(200, Array.isArray(asked) ? left : left[0]);
    } catch {
      request.socket.destroy(); // the node is closed
    }
  });
  const url = await listenOnLoopback(server);
  const proxy: LimitingProxy = {
    url,
    limits,
    requests: 0,
    refused: 0,
    tooLarge: 0,
    lacking: 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function parse(body: string): Call | Call[];
function parse(body: string, at: number): unknown;
function parse(body: string, at?: number): unknown {
  const parsed: unknown = body === "" ? {} : JSON.parse(body);
  return at === undefined ? parsed : [parsed].flat()[at];
}

function refuse(id: unknown, code: number, message: string) {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
