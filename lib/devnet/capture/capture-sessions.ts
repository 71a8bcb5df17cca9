import { z } from "zod";
import { parseLossless } from "../../contract/rpc";
import { type RecordedExchange, type RecordedSession, recordedExchange } from "../recording";
import type { ReadFile } from "./read-file";

/** Folders of a capture that hold HTTP exchanges verbatim, in `calls.json`. */
const SESSIONS = ["index", "platform", "admin", "info", "health", "http"];

/** A capture omits the body of answers that contain secrets. */
const captured = z.array(
  recordedExchange.extend({ response: recordedExchange.shape.response.partial({ body: true }) }),
);

/** Every session of a capture, without exchanges whose answer was omitted. */
export async function collectSessions(read: ReadFile): Promise<RecordedSession[]> {
  const sessions = await Promise.all(
    SESSIONS.map(async (name) => {
      const given = (await read(`${name}/calls.json`, captured)) ?? [];
      const exchanges = given.flatMap((exchange) => (hasBody(exchange) ? [exchange] : []));
      return { name, heights: heightsShown(exchanges), exchanges };
    }),
  );
  return sessions.filter((session) => session.exchanges.length > 0);
}

function hasBody(exchange: z.output<typeof captured>[number]): exchange is RecordedExchange {
  return exchange.response.body !== undefined;
}

/** Where an answer shows a chain's height: path, method, and how to read it. */
const HEIGHT_SHOWN: {
  chain: "P" | "X" | "C";
  path: RegExp;
  method: string;
  height: (result: unknown) => number | undefined;
}[] = [
  { chain: "P", path: /^\/ext\/(bc\/)?P$/, method: "platform.getHeight", height: member("height") },
  { chain: "X", path: /^\/ext\/(bc\/)?X$/, method: "avm.getHeight", height: member("height") },
  { chain: "C", path: /^\/ext\/(bc\/)?C\/rpc$/, method: "eth_blockNumber", height: Number },
  ...(["P", "X", "C"] as const).map((chain) => ({
    chain,
    path: new RegExp(`^/ext/index/${chain}/block$`),
    method: "index.getLastAccepted",
    // The first container is block 1.
    height: (result: unknown) => member("index")(result) + 1,
  })),
  ...(["P", "X", "C"] as const).map((chain) => ({
    chain,
    path: /^\/ext\/health$/,
    method: "health.health",
    height: (result: unknown) =>
      healthShown.safeParse(result).data?.checks[chain]?.message.engine.consensus.lastAcceptedHeight,
  })),
];

const chainCheck = z.object({
  message: z.object({ engine: z.object({ consensus: z.object({ lastAcceptedHeight: z.int() }) }) }),
});
const healthShown = z.object({ checks: z.object({ P: chainCheck, X: chainCheck, C: chainCheck }).partial() });

function heightsShown(exchanges: readonly RecordedExchange[]): RecordedSession["heights"] {
  const heights: RecordedSession["heights"] = {};
  for (const { request, response } of exchanges) {
    for (const { method, result } of callsIn(request.body, response.body)) {
      for (const shown of HEIGHT_SHOWN) {
        if (shown.method !== method || !shown.path.test(request.path)) continue;
        const height = shown.height(result);
        if (Number.isSafeInteger(height)) heights[shown.chain] ??= height;
      }
    }
  }
  return heights;
}

/** Method and result of each call in an exchange, including batches. Empty if it failed or is not JSON-RPC. */
function callsIn(request: string | undefined, response: string): { method: string; result: unknown }[] {
  const calls = parseList(request);
  const replies = parseList(response);
  return calls.flatMap((call, at) => {
    const result = replies[at]?.result;
    return typeof call.method === "string" && result !== undefined ? [{ method: call.method, result }] : [];
  });
}

function parseList(text: string | undefined): Record<string, unknown>[] {
  try {
    const value = parseLossless(text ?? "null");
    const list = Array.isArray(value) ? value : [value];
    return list.map((item) => (typeof item === "object" && item !== null ? item : {}));
  } catch {
    return [];
  }
}

function member(name: string): (result: unknown) => number {
  return (result) => Number((result as Record<string, unknown> | null)?.[name]);
}
