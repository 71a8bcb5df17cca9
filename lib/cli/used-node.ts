import { type NodeClient, openNode } from "../client/node";
import { publicUrl } from "../client/node-call";
import { every } from "../every";
import type { Stores } from "../store/stores";

type NodeUrls = readonly [string, ...string[]];
type KnownNodes = Pick<Stores, "readKnownNodes">;

/** How often a client looks which node the indexer uses. */
const LOOK_EVERY_MS = 1_000;

/** URL, with credentials, of the node that the indexer uses; the first while it has chosen none. */
export async function readUsedNode(urls: NodeUrls, stores: KnownNodes): Promise<string> {
  const used = (await stores.readKnownNodes()).find(({ isUsed }) => isUsed);
  return urls.find((url) => publicUrl(url) === used?.url) ?? urls[0];
}

/** A client of the node that the indexer uses, of several at each call, until the signal. */
export function openUsedNode(urls: NodeUrls, stores: KnownNodes, signal: AbortSignal): NodeClient {
  const first = openNode(urls[0]);
  if (urls.length === 1) return first;
  const clients = new Map(urls.map((url) => [url, openNode(url)]));
  let used = first;
  const look = async () => {
    used = clients.get(await readUsedNode(urls, stores)) ?? first;
  };
  void every(LOOK_EVERY_MS, look, { signal });
  return new Proxy(first, { get: (_, name) => Reflect.get(used, name) });
}
