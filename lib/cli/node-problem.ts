import { openNode } from "../client/node";
import { FirnError } from "../errors";

/** `npm start` waits this long before it starts without the node. */
const TIMEOUT_MS = 3_000;

/**
 * Why Firn cannot index the node at `url` now, and what to do; undefined when it can. Firn starts in any case, and its
 * services wait for the node.
 */
export async function describeNodeProblem(url: string): Promise<string | undefined> {
  const node = openNode(url, { timeoutMs: TIMEOUT_MS });
  try {
    await node.getNetworkId();
    return undefined;
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    return `no node answers at ${node.origin} (${error.message}): start it or correct FIRN_NODE_URL; Firn waits for it (without FIRN_NODE_URL it serves a recorded node)`;
  }
}
