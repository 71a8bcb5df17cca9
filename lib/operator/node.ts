import { type NodeClient, openNode } from "../client/node";

/** Of one answer: levels and health of a node with hundreds of chains. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * A connection for each request. One kept open from before may have died with the node's last process, and then nobody
 * could tell whether the node heard what was sent over it.
 */
export const fetchAnew: typeof fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), connection: "close" } });

/** The node, asked by this room: never twice, and over a new connection each time. */
export function openFreshNode(
  nodeUrl: string,
  options: { timeoutMs: number; fetch?: typeof fetch },
): NodeClient {
  return openNode(nodeUrl, { maxBytes: MAX_BYTES, fetch: fetchAnew, ...options });
}
