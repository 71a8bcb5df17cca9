import { type AdminClient, openAdminClient } from "../../client/admin";
import type { CallOutcome } from "../../contract/operator/actions";
import { rpcReply } from "../../contract/rpc";
import { describeError } from "../../errors";
import { fetchOnNewConnection, openFreshNode } from "../node";

/** Both sides of one request, as sent over the wire. What never happened is absent. */
export interface Exchange {
  /** Without credentials. */
  url?: string;
  request?: string;
  status?: number;
  answer?: string;
}

/** Loading plugins takes seconds, for their handshakes. No other method takes as long. */
const TIMEOUT_MS = 20_000;

/** An admin client for one call, and a record of that call on the wire. */
export function openWatchedAdmin(nodeUrl: string): { admin: AdminClient; exchange: Exchange } {
  const exchange: Exchange = {};
  const watched: typeof fetch = async (url, init) => {
    exchange.url = String(url);
    exchange.request = String(init?.body);
    const { status, body } = await fetchOnNewConnection(url, init);
    exchange.status = status;
    exchange.answer = "";
    return new Response(body?.pipeThrough(listening(exchange)) ?? null, { status });
  };
  const node = openFreshNode(nodeUrl, { timeoutMs: TIMEOUT_MS, fetch: watched });
  return { admin: openAdminClient(node), exchange };
}

/** The outcome of an exchange. `error` is what the client threw. */
export function judge(
  exchange: Exchange,
  error: unknown,
): { outcome: CallOutcome["outcome"]; message?: string } {
  if (exchange.request === undefined) return { outcome: "not-sent", message: describeError(error) };
  const { status, answer = "" } = exchange;
  if (status === undefined)
    return { outcome: neverLeft(error) ? "not-sent" : "unknown", message: describeError(error) };
  const refusal = errorIn(answer);
  if (refusal !== undefined) return { outcome: "refused", message: refusal };
  if (status >= 400 && status < 500)
    return { outcome: "refused", message: `HTTP ${status}: ${answer.trim().slice(0, 200)}` };
  return error === undefined ? { outcome: "done" } : { outcome: "unknown", message: describeError(error) };
}

function listening(exchange: Exchange): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(chunk, controller) {
      exchange.answer += decoder.decode(chunk, { stream: true });
      controller.enqueue(chunk);
    },
  });
}

/** The node's own error message. */
function errorIn(answer: string): string | undefined {
  try {
    return rpcReply.parse(JSON.parse(answer)).error?.message;
  } catch {
    return undefined; // truncated, or not JSON-RPC: not the node's own words
  }
}

/** Error codes of a connection that was never established. */
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function neverLeft(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && NOT_CONNECTED.has(String(at.code))) return true;
  }
  return false;
}
