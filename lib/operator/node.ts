import { type NodeClient, openNode } from "../client/node";

/** Size of one answer: levels or health of a node with hundreds of chains. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Opens a connection for each request. A kept-alive one may have died with the node's last process, and then nobody
 * could know whether the node received the request.
 */
export const fetchOnNewConnection: typeof fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), connection: "close" } });

/** A client for this room: never retries, and opens a new connection for each request. */
export function openFreshNode(
  nodeUrl: string,
  options: { timeoutMs: number; fetch?: typeof fetch },
): NodeClient {
  return openNode(nodeUrl, { maxBytes: MAX_BYTES, fetch: fetchOnNewConnection, patienceMs: 0, ...options });
}
