import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ConfigError } from "../errors";
import { type ListenAddress, listen } from "../listen";
import { type Log, SILENT } from "../log";
import { readBytes } from "../read-bytes";
import { keepAccepting } from "./acceptance";
import type { Accepted } from "./history";
import { answerHttp, type HttpReply, type HttpRequest, textReply } from "./http/http";
import { type NodeOptions, openNode } from "./node";

export interface DevnetOptions extends NodeOptions {
  /** 0 picks a free port. */
  port: number;
  /** Loopback by default. */
  host?: string;
  log?: Log;
  /** For tests: called before each answer. It may wait; if it returns false, the server hangs up instead of answering. */
  beforeAnswer?: (path: string) => boolean | Promise<boolean>;
}

/** A running recorded node. */
export interface Devnet {
  readonly url: string;
  readonly port: number;
  /** Accepts the next container in recorded order; undefined at the end of the recording. */
  acceptNext(): Accepted | undefined;
  /** Heights of the last accepted blocks. */
  accepted(): { P: number; X: number; C: number };
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Limit of a request's body, so that nobody can fill the memory. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Time limit for receiving a whole request. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Serves a recording as its node did.
 * @throws ConfigError PORT_BUSY with the next step, if the port is taken
 */
export async function serveDevnet(options: DevnetOptions): Promise<Devnet> {
  const { recording, port, host = "127.0.0.1", log = SILENT, blockTimeMs } = options;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (incoming, outgoing) => {
    outgoing.setHeader("Node-Id", recording.network.nodeId);
    try {
      const { router } = await opening;
      const reply = await answer(incoming, (request) => answerHttp(request, router.find));
      if ((await options.beforeAnswer?.(incoming.url ?? "")) === false) incoming.socket.destroy();
      else send(outgoing, reply);
    } catch (error) {
      // A client that hung up during its request waits for no answer.
      if (!incoming.complete) return;
      log.error("a request could not be answered", { err: error, url: incoming.url });
      send(outgoing, textReply(500, "internal error\n"));
    }
  });
  // The port first: a node that already runs there may have the same data folder.
  const opening = listenAsNode(server, { host, port }).then(async (port) => ({
    port,
    ...(await openNode(options)),
  }));
  const { history, ...node } = await opening.catch(async (error) => {
    await close(server);
    throw error;
  });
  const stopAccepting = blockTimeMs === undefined ? () => {} : keepAccepting(history, blockTimeMs);
  return {
    url: originOf(host, node.port),
    port: node.port,
    acceptNext: () => history.acceptNext(),
    accepted: () => ({ P: history.height("P"), X: history.height("X"), C: history.height("C") }),
    async close() {
      stopAccepting();
      await close(server);
      node.close();
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  respond: (request: HttpRequest) => Promise<HttpReply>,
): Promise<HttpReply> {
  const body = await readBody(incoming);
  if (body === undefined) return textReply(413, "http: request body too large\n");
  const [path = "", query = ""] = (incoming.url ?? "").split(/\?(.*)/s);
  const decoded = decodePath(path);
  if (decoded === undefined) return textReply(400, "400 Bad Request");
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
  const method = incoming.method ?? "";
  return respond({ method, path: decoded, query: new URLSearchParams(query), headers, body });
}

/** The body as text. Undefined if it is longer than allowed; the rest is then not read. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  // The stream must survive an early exit: the refusal is sent over the same connection.
  const stream: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
  return (await readBytes(stream, MAX_BODY_BYTES))?.toString();
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function send(outgoing: ServerResponse, { status, headers, body }: HttpReply): void {
  if (outgoing.destroyed || outgoing.headersSent) return;
  if (status === 413) outgoing.setHeader("connection", "close");
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** @throws ConfigError as `listen`, and telling a node that has the port from another program */
async function listenAsNode(server: Server, address: ListenAddress): Promise<number> {
  return listen(server, address, "FIRN_DEVNET_PORT").catch(async (error: unknown) => {
    const isBusy = error instanceof ConfigError && error.code === "PORT_BUSY";
    const url = originOf(address.host, address.port);
    if (!isBusy || !(await isNode(url))) throw error;
    throw new ConfigError("PORT_BUSY", "a node already answers there", {
      hint: `set FIRN_NODE_URL=${url}`,
      cause: error,
    });
  });
}

/** Whether a node answers there. */
function isNode(url: string): Promise<boolean> {
  return fetch(`${url}/ext/info`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"info.getNodeID","params":{}}',
    signal: AbortSignal.timeout(2_000),
  })
    .then((response) => response.headers.has("node-id"))
    .catch(() => false);
}

function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
