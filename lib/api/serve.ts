import { createServer, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Media } from "../client/media";
import type { NodeClient } from "../client/node";
import type { Network } from "../contract/data/primary-network";
import { listen } from "../listen";
import type { Log } from "../log";
import type { Stores } from "../store/stores";
import { createApp } from "./app";
import { openImages } from "./images/images";
import { openReindexing } from "./images/reindexing";
import { readLabels } from "./labels/labels";
import { openPrices } from "./labels/prices";
import { errorBody } from "./middleware/errors";
import { DEFAULT_LIMITS, type RateLimits } from "./middleware/rate-limit";
import { openEvmNodes } from "./node/evm-node";
import { openNodeHealth } from "./node/health";
import { openNodeIndexes } from "./node/indexes";
import { openApart } from "./snapshot/apart";
import { openEvmChains } from "./snapshot/evm";
import { openPrimary } from "./snapshot/primary";
import { openObserver } from "./staking/observation";
import { openHeldLists } from "./tokens/holders-over-time-cache";

export interface ServeApiOptions {
  /** They may come later than the API. */
  stores: Stores;
  /** Folder of copies of images, which may be deleted at any time. */
  imagesFolder: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  version: string;
  /** The name the Data API answers to; by network id unless given. */
  networkName?: Network | undefined;
  /** The node that is indexed, without credentials, for the status. */
  nodeUrl?: string | undefined;
  /** The same, to be asked what only it can say: how it sees validators now. */
  node?: NodeClient | undefined;
  /** Of nodes and EVM chains that need credentials, with them. */
  nodeUrls?: readonly string[];
  /** The operator's folder of labels. */
  labels?: string | undefined;
  /** The operator's price feed: a URL or a file. */
  prices?: string | undefined;
  /** Fetches the images that tokens name, opened with `IMAGE_MEDIA`; absent when the operator allows none of it. */
  media?: Media | undefined;
  /** Names that the API may be asked by, beside `host`; those of this machine unless given. */
  allowedHosts?: readonly string[];
  /** Origins whose pages may read answers in a browser, `*` for any; none unless given. */
  allowedOrigins?: readonly string[];
  /** Keys that raise the rate limit. */
  apiKeys?: readonly string[];
  limits?: RateLimits;
  log: Log;
  /** The clock, unix milliseconds. */
  nowMs: () => number;
  /** A clock that never steps, ms since whenever, by which requests are limited; the process's own unless given. */
  steadyMs?: () => number;
}

/**
 * Serves the REST API until `close`.
 * @throws ConfigError PORT_BUSY; CONFIG_INVALID when the folder of labels is none
 */
export async function serveApi(options: ServeApiOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { stores, host, nowMs, log } = options;
  const labels = readLabels(options.labels, log);
  const prices = await openPrices({ feed: options.prices, nowMs, log });
  const primary = openPrimary({ stores, servedAs: options.networkName });
  const evmNodes = openEvmNodes(options.nodeUrls ?? [], nowMs);
  const openChains = () => openEvmChains(stores, evmNodes);
  const evmChains = openChains();
  const evmApart = openApart(openChains);
  const heldLists = openHeldLists(openChains(), nowMs);
  const images = openImages({ media: options.media, folder: options.imagesFolder, nowMs, log });
  const app = createApp({
    primary,
    evmChains,
    evmApart,
    service: {
      version: options.version,
      nodeUrl: options.nodeUrl,
      nowMs,
      observe: openObserver(options.node, nowMs),
      nodeHealth: openNodeHealth(options.node, nowMs),
      nodeIndexes: openNodeIndexes(options.node, nowMs),
      labels,
      prices,
      images,
      heldLists,
      reindexing: openReindexing(stores, nowMs),
      stores,
    },
    callers: {
      host,
      allowedHosts: options.allowedHosts ?? ["localhost", "127.0.0.1", "[::1]"],
      allowedOrigins: options.allowedOrigins ?? [],
    },
    apiKeys: options.apiKeys ?? [],
    limits: options.limits ?? DEFAULT_LIMITS,
    steadyMs: options.steadyMs ?? (() => performance.now()),
    log,
  });
  const requests = new Requests(app.fetch);
  const { server, port } = await openServer(requests.answer, options);
  server.on("request", requests.send);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  log.info("serving", { url });
  return {
    url,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await requests.end();
      server.closeAllConnections();
      await closed;
      prices.close();
      images.close();
      await primary.close();
      await evmChains.close();
      await evmApart.close();
      await heldLists.close();
    },
  };
}

type Fetch = Parameters<typeof getRequestListener>[0];

/** How long requests under way may take once the API is to end: less than its supervisor waits. */
const ENDING_MS = 4_000;

/** Requests that are being answered, and answers that are being sent: stores are closed when there are none. */
class Requests {
  readonly #fetch: Fetch;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  readonly answer: Fetch = (request, env) => this.#until(Promise.resolve(this.#fetch(request, env)));

  readonly send = (_: unknown, response: ServerResponse): void => {
    void this.#until(new Promise<void>((resolve) => response.once("close", resolve)));
  };

  /** Returns once there are none, or they took as long as they may. */
  async end(): Promise<void> {
    const patience = new AbortController();
    const late = sleep(ENDING_MS, undefined, { signal: patience.signal }).catch(() => {}); // no longer needed
    await Promise.race([Promise.allSettled(this.#pending), late]);
    patience.abort();
  }

  #until<T>(work: Promise<T>): Promise<T> {
    const ended = work.finally(() => this.#pending.delete(ended));
    this.#pending.add(ended);
    return ended;
  }
}

async function openServer(
  fetch: Fetch,
  { host, port, log }: ServeApiOptions,
): Promise<{ server: Server; port: number }> {
  const answer = getRequestListener(fetch, {
    hostname: host,
    errorHandler: (error) => answerOutside(error, log),
  });
  // Node's own refusal of a request without Host has no body; HTTP/1.0 needs none and is given `hostname`.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion !== "1.0") {
      const text = JSON.stringify(errorBody(400, "a request needs a Host header"));
      const headers = { "content-type": "application/json; charset=utf-8", connection: "close" };
      return response.writeHead(400, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
    }
    return answer(request, response);
  });
  answerUnreadable(server);
  return { server, port: await listen(server, { host, port }, "FIRN_API_PORT") };
}

/** What fails outside the app: a target or Host that makes no URL never reaches it, and gets the error body here. */
function answerOutside(error: unknown, log: Log): Response {
  const status = error instanceof RequestError ? 400 : 500;
  if (status === 500) log.error("a request failed outside the app", { err: error });
  const message = status === 400 ? "the target or the Host header makes no URL" : "internal error";
  return Response.json(errorBody(status, message), { status, headers: { "cache-control": "no-store" } });
}

/** What Node cannot read as a request (headers too large, rubbish) or hands over bare (CONNECT) gets the error body as well. */
function answerUnreadable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    if (error.code === "HPE_HEADER_OVERFLOW") return endBare(socket, 431, "the request is too long");
    endBare(socket, error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400, "this is no HTTP request");
  });
  server.on("connect", (_, socket) => endBare(socket, 405, "CONNECT is not possible here: use GET"));
}

function endBare(socket: Duplex, status: number, message: string): void {
  const body = errorBody(status, message);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${body.error}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
