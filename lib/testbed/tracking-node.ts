import { createServer, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../listen";
import { readBytes } from "../read-bytes";

/** A node in front of another one that also runs EVM chains. */
export interface TrackingNode {
  url: string;
  /** RPC URLs of its chains by blockchain id; undefined for a chain that is bootstrapping. */
  readonly tracked: Map<string, string | undefined>;
  close(): Promise<void>;
}

/** Serves everything that the node at `nodeUrl` does, and the chains that it tracks itself. */
export async function serveTrackingNode(nodeUrl: string): Promise<TrackingNode> {
  const tracked = new Map<string, string | undefined>();
  const server = createServer(async (request, response) => {
    const body = String(await readBytes(request));
    const chain = /^\/ext\/bc\/([^/]+)\/rpc$/.exec(request.url ?? "")?.[1] ?? "";
    if (tracked.has(chain)) return passOn(tracked.get(chain), body, response);
    const asked = request.url === "/ext/info" ? askedChain(body) : undefined;
    if (asked === undefined || !tracked.has(asked)) return passOn(nodeUrl + request.url, body, response);
    const isBootstrapped = tracked.get(asked) !== undefined;
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { isBootstrapped } }));
  });
  const origin = await listenOnLoopback(server);
  return {
    url: origin,
    tracked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function passOn(url: string | undefined, body: string, response: ServerResponse): Promise<void> {
  if (url === undefined) {
    response.writeHead(503).end("API call rejected because chain is not done bootstrapping\n");
    return;
  }
  try {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", body, headers });
    response.writeHead(answer.status).end(await answer.text());
  } catch {
    response.destroy();
  }
}

/** The chain in a call of `info.isBootstrapped`. */
function askedChain(body: string): string | undefined {
  const { method, params } = JSON.parse(body) as { method: string; params: { chain?: string } };
  return method === "info.isBootstrapped" ? params.chain : undefined;
}
