import { openNode } from "../client/node";
import { FirnError } from "../errors";

/** `npm start` waits this long before it starts without the node. */
const TIMEOUT_MS = 3_000;

/**
 * Why Firn cannot index any of the nodes at `urls` now, and what to do; undefined when it can. Firn starts in any case,
 * and its services wait for the node.
 */
export async function describeNodeProblem(urls: readonly string[]): Promise<string | undefined> {
  const problems = await Promise.all(urls.map(problemAt));
  if (problems.includes(undefined)) return undefined;
  return `no node answers at ${problems.join(", nor at ")}: start it or correct FIRN_NODE_URL; Firn waits for it (without FIRN_NODE_URL it serves a recorded node)`;
}

async function problemAt(url: string): Promise<string | undefined> {
  const node = openNode(url, { timeoutMs: TIMEOUT_MS });
  try {
    await node.getNetworkId();
    return undefined;
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    return `${node.origin} (${error.message})`;
  }
}
