import type { NodeClient } from "../../client/node";
import { FirnError, NodeError } from "../../errors";

/** @throws NodeError NODE_UNREACHABLE where no node is configured */
export function requireNode(node: NodeClient | undefined): NodeClient {
  if (node !== undefined) return node;
  throw new NodeError("NODE_UNREACHABLE", "no node is known", { hint: "set FIRN_NODE_URL" });
}

/** Runs `work` with a signal that aborts after `timeoutMs`. @throws NodeError NODE_TIMEOUT */
export async function inTime<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await work(signal);
  } catch (cause) {
    if (cause instanceof FirnError || !signal.aborted) throw cause;
    throw new NodeError("NODE_TIMEOUT", `the node did not answer within ${timeoutMs} ms`, {
      hint: "check whether the node is overloaded",
      cause,
    });
  }
}
