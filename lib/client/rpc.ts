import type { z } from "zod";
import { type Method, parseLossless, rpcReply, stringifyLossless } from "../contract/rpc";
import { NodeError } from "../errors";
import { exchange, type HttpAnswer, type HttpLimits } from "./http";
import type { Sent } from "./keep-alive";
import { httpLimit, isRateLimit, limitError } from "./limits";

/** Where calls are sent. */
export interface RpcTarget extends HttpLimits {
  /** Without credentials: those are in `headers`. */
  url: URL;
  headers?: Record<string, string>;
}

/**
 * Calls one method and returns its result, parsed by the contract.
 * @throws NodeError NODE_RPC_ERROR if the node answers with an error (`details.rpcMessage`, `rpcCode`, `rpcData`),
 * NODE_LIMITED, INDEX_DISABLED, ADMIN_DISABLED, NODE_NOT_BOOTSTRAPPED, NODE_BAD_ANSWER, and as `exchange`
 */
export async function callRpc<Params extends z.ZodType, Result extends z.ZodType>(
  method: Method<Params, Result>,
  params: z.input<Params>,
  { url, headers, signal, ...limits }: RpcTarget & { signal?: AbortSignal | undefined },
): Promise<z.output<Result>> {
  const body = stringifyLossless({ jsonrpc: "2.0", id: 1, method: method.name, params });
  const sent: Sent = {
    method: "POST",
    body,
    headers: { ...headers, "content-type": "application/json" },
  };
  if (signal !== undefined) sent.signal = signal;
  const answer = await exchange(url, sent, limits);
  const callName = `${method.name} at ${url.origin}`;
  const limit = httpLimit(answer);
  if (limit !== undefined) throw limitError(limit, answer);
  if (answer.status !== 200) throw statusError(answer, url, callName);
  const reply = readReply(answer.text, callName);
  if (reply.error != null) {
    if (isRateLimit(reply.error)) throw limitError(reply.error.message);
    throw new NodeError("NODE_RPC_ERROR", `${callName}: ${reply.error.message}`, {
      details: { rpcCode: reply.error.code, rpcMessage: reply.error.message, rpcData: reply.error.data },
    });
  }
  const result = method.result.safeParse(reply.result ?? null);
  if (result.success) return result.data;
  throw new NodeError(
    "NODE_BAD_ANSWER",
    `${callName} answered in another form: ${firstIssue(result.error)}`,
    {
      hint: "check that FIRN_NODE_URL is an AvalancheGo node of a version that Firn supports",
      cause: result.error,
    },
  );
}

/** The node's own message of a NODE_RPC_ERROR; undefined for any other error. */
export function rpcMessageOf(error: unknown): string | undefined {
  if (!(error instanceof NodeError) || error.code !== "NODE_RPC_ERROR") return undefined;
  return String(error.details?.rpcMessage);
}

function readReply(text: string, callName: string): z.output<typeof rpcReply> {
  try {
    return rpcReply.parse(parseLossless(text));
  } catch (cause) {
    throw new NodeError("NODE_BAD_ANSWER", `${callName} answered something that is not JSON-RPC`, {
      hint: "check that FIRN_NODE_URL is an AvalancheGo node",
      cause,
    });
  }
}

function statusError({ status, text }: HttpAnswer, url: URL, callName: string): NodeError {
  if (status === 404 && url.pathname.includes("/ext/index/")) {
    return new NodeError("INDEX_DISABLED", `the node at ${url.origin} has no ${url.pathname}`, {
      hint: "Firn reads blocks by height instead; with --index-enabled=true it also shows proposers and acceptance times",
    });
  }
  if (status === 404 && url.pathname.endsWith("/ext/admin")) {
    return new NodeError("ADMIN_DISABLED", `the node at ${url.origin} has no /ext/admin`, {
      hint: "start the node with --api-admin-enabled=true",
    });
  }
  if (status === 503) {
    return new NodeError("NODE_NOT_BOOTSTRAPPED", `${callName}: the chain is not done bootstrapping`, {
      hint: "wait until it is: Firn continues by itself",
    });
  }
  const excerpt = text.trim().slice(0, 100);
  return new NodeError(
    "NODE_BAD_ANSWER",
    `${callName} answered HTTP ${status}${excerpt && ` (${excerpt})`}`,
    {
      hint:
        status === 403
          ? "add the host name in FIRN_NODE_URL to the node's --http-allowed-hosts"
          : "see the node's log",
    },
  );
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join(".") || "result"}: ${issue?.message}`;
}
