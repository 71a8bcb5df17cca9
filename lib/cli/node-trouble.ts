import { openNode } from "../client/node";
import { FirnError } from "../errors";

/** `npm start` waits no longer than this before it goes on without the node. */
const TIMEOUT_MS = 3_000;

/**
 * What keeps Firn from indexing the node at `url` right now, and what to do about it; undefined when nothing does. Firn
 * starts all the same: whoever needs the node waits for it.
 */
export async function troubleWithNode(url: string): Promise<string | undefined> {
  const node = openNode(url, { timeoutMs: TIMEOUT_MS });
  try {
    await node.getNetworkId();
    await node.getLastAccepted("P/block");
    return undefined;
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    if (error.code === "INDEX_DISABLED") {
      return `the node at ${node.origin} has no index: restart it with --index-enabled=true; Firn goes on when it is there`;
    }
    return `no node answers at ${node.origin} (${error.message}): start it or correct FIRN_NODE_URL; Firn waits for it (without FIRN_NODE_URL it serves a recorded node)`;
  }
}
