import { parseLossless, stringifyLossless } from "../../contract/rpc";
import type { RpcOutcome } from "../recorded-answers";
import { type Endpoint, type HttpReply, textReply } from "./http";

/**
 * JSON-RPC as the C-Chain's `/rpc` speaks it: with batches, another key order, and no HTML escaping.
 * @source geth rpc/http.go, json.go
 */

/** Finds the handler of a method, or undefined. Parameters are passed as given, unchecked. */
export type FindMethod = (method: string) => ((params: readonly unknown[]) => RpcOutcome) | undefined;

const MAX_BATCH = 1000;

/** An endpoint with these methods. */
export function gethEndpoint(find: FindMethod): Endpoint {
  return ({ method, headers, body }) => {
    if (method === "GET") return { status: 200, headers: {}, body: "" };
    if (method !== "POST") return textReply(405, "method not allowed\n");
    if (headers["content-type"]?.split(";")[0]?.trim().toLowerCase() !== "application/json") {
      return textReply(415, "invalid content type, only application/json is supported\n");
    }
    return answerBody(body, find);
  };
}

function answerBody(body: string, find: FindMethod): HttpReply {
  const json = (text: string): HttpReply => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: text,
  });
  let message: unknown;
  try {
    message = parseLossless(body);
  } catch {
    return json(failure(undefined, -32700, "parse error"));
  }
  if (!Array.isArray(message)) {
    const reply = answerCall(message, find);
    return json(reply === undefined ? "" : `${reply}\n`);
  }
  if (message.length === 0) return json(failure(undefined, -32600, "empty batch"));
  if (message.length > MAX_BATCH) return json(failure(undefined, -32600, "batch too large"));
  const replies = message.map((call) => answerCall(call, find)).filter((reply) => reply !== undefined);
  return json(replies.length === 0 ? "" : `[${replies.join(",")}]\n`);
}

/** Undefined for a notification: a call without an id, which runs but gets no answer. */
function answerCall(message: unknown, find: FindMethod): string | undefined {
  const call = (typeof message === "object" && message !== null ? message : {}) as Record<string, unknown>;
  const { jsonrpc, id, method, params } = call;
  const isId = id === undefined || typeof id === "string" || typeof id === "number" || typeof id === "bigint";
  if (jsonrpc !== "2.0" || typeof method !== "string" || !isId) {
    return failure(isId ? id : undefined, -32600, "invalid request");
  }
  const outcome = runCall(find(method), method, params ?? []);
  return id === undefined ? undefined : stringifyLossless({ jsonrpc: "2.0", id, ...outcome });
}

function runCall(run: ReturnType<FindMethod>, method: string, params: unknown): RpcOutcome {
  if (run === undefined) {
    return { error: { code: -32601, message: `the method ${method} does not exist/is not available` } };
  }
  return Array.isArray(params) ? run(params) : { error: { code: -32602, message: "non-array args" } };
}

function failure(id: unknown, code: number, message: string): string {
  return stringifyLossless({ jsonrpc: "2.0", id: id ?? null, error: { code, message } });
}
