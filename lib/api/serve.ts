import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { Registry } from "prom-client";
import { listen } from "../listen";
import type { Log } from "../log";
import type { Stores } from "../store/stores";
import { openTrustedProxies } from "./access/client-address";
import { type ApiKeysSetting, watchKeys } from "./access/known-keys";
import { openSignIn, type SignInSettings } from "./access/sign-in";
import type { OpenAnswering } from "./answering";
import { createApp, METRICS_PATH, pathOf } from "./app";
import { Door } from "./door";
import { ExportFolder } from "./exports/folder";
import { MCP_PATH, openMcp } from "./mcp/http";
import { type Access, WATCHED } from "./middleware/api-key";
import { errorBody } from "./middleware/errors";
import { DEFAULT_LIMITS, type RateLimits } from "./middleware/rate-limit";
import { type Interface, interfaceOf, routeOf } from "./request/interface-of";
import { UsageRecorder } from "./usage/recorder";

export interface ServeApiOptions {
  /** Opens what answers. */
  open: (registry: Registry) => Promise<OpenAnswering>;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Accepted host names besides `host`; this machine's by default. */
  allowedHosts?: readonly string[];
  /** Origins whose pages may read answers in a browser, `*` for any; none by default. */
  allowedOrigins?: readonly string[];
  /** Where files of exports are. */
  exportsFolder: string;
  /** Keys that raise the rate limit, or the file that names them. */
  apiKeys?: ApiKeysSetting;
  /** Where it is kept how keys are used; by default it is not. */
  stores?: Stores;
  /** Whether anybody is answered or only who has a key; `open` by default. */
  mode?: Access["mode"];
  /** What readers without a key need; by default nothing. */
  signIn?: SignInSettings;
  /** By which this Firn's own processes prove themselves. */
  secret?: string | undefined;
  /** Addresses and CIDR ranges of proxies whose `x-forwarded-for` is believed; none by default. */
  trustedProxies?: readonly string[];
  limits?: RateLimits;
  /** Lets agents ask at `/mcp`; by default nobody does. `version` is what they are told. */
  mcp?: { version: string } | undefined;
  log: Log;
  /** Current time, unix ms. */
  nowMs: () => number;
  /** Monotonic clock for rate limits and the door, ms since an arbitrary start; the process's own by default. */
  steadyMs?: () => number;
}

/**
 * Serves the REST API until `close`.
 * @throws ConfigError PORT_BUSY; CONFIG_INVALID when the file of keys does not exist; what `open` throws
 */
export async function serveApi(options: ServeApiOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { host, nowMs, log } = options;
  const keys = watchKeys(options.apiKeys ?? [], log);
  const usage =
    options.stores && keys.areInUse ? new UsageRecorder({ stores: options.stores, nowMs, log }) : undefined;
  const registry = new Registry();
  const answering = await options.open(registry);
  const trustedProxies = openTrustedProxies(options.trustedProxies ?? []);
  const steadyMs = options.steadyMs ?? (() => performance.now());
  const allowedOrigins = options.allowedOrigins ?? [];
  const app = createApp({
    answering,
    gate: {
      callers: {
        host,
        allowedHosts: options.allowedHosts ?? ["localhost", "127.0.0.1", "[::1]"],
        allowedOrigins,
      },
      access: {
        mode: options.mode ?? "open",
        keys,
        secret: options.secret,
        trustedProxies,
        signIn: options.signIn && openSignIn(options.signIn, { trusted: trustedProxies, steadyMs }),
      },
      limits: options.limits ?? DEFAULT_LIMITS,
      exports: new ExportFolder(options.exportsFolder),
      usage,
      steadyMs,
      nowMs,
      registry,
      mcp: options.mcp && { path: MCP_PATH, answer: openMcp({ ...options.mcp, nowMs }) },
    },
    log,
  });
  const requests = new Requests();
  const fetch: Fetch = (request, env) => requests.until(app.fetch(request, env));
  const door = new Door(registry, steadyMs, allowedOrigins);
  const { server, port } = await openServer(fetch, { ...options, door });
  server.on("request", requests.send);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  log.info("serving", { url });
  return {
    url,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      answering.endStreams();
      await requests.end();
      server.closeAllConnections();
      await closed;
      await answering.close();
      await usage?.close();
      keys.close();
    },
  };
}

/** Base of a path, whose host does not matter. */
const ANY_HOST = "http://host";

type Fetch = Parameters<typeof getRequestListener>[0];

/** How long running requests may take when the API closes: less than its supervisor waits. */
const ENDING_MS = 4_000;

/** Requests in progress, until their answers are sent. Stores are closed once there are none. */
class Requests {
  readonly #pending = new Set<Promise<unknown>>();

  readonly send = (_: unknown, response: ServerResponse): void => {
    void this.until(new Promise<void>((resolve) => response.once("close", resolve)));
  };

  /** Resolves when there are none, or after `ENDING_MS`. */
  async end(): Promise<void> {
    const deadline = new AbortController();
    const late = sleep(ENDING_MS, undefined, { signal: deadline.signal }).catch(() => {}); // no longer needed
    await Promise.race([Promise.allSettled(this.#pending), late]);
    deadline.abort();
  }

  until<T>(work: T | Promise<T>): Promise<T> {
    const ended = Promise.resolve(work).finally(() => this.#pending.delete(ended));
    this.#pending.add(ended);
    return ended;
  }
}

async function openServer(
  fetch: Fetch,
  { host, port, log, door }: ServeApiOptions & { door: Door },
): Promise<{ server: Server; port: number }> {
  const answer = getRequestListener(fetch, {
    hostname: host,
    errorHandler: (error) => answerOutside(error, log),
  });
  // Node's own refusal of a request without Host has no body. HTTP/1.0 does not need Host and gets `hostname`.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion !== "1.0") {
      const text = JSON.stringify(errorBody(400, "the request has no Host header"));
      const headers = { "content-type": "application/json; charset=utf-8", connection: "close" };
      return response.writeHead(400, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
    }
    door.arrive((isLate) => {
      if (response.destroyed) return; // nobody waits for it any more
      const form = isLate ? refusalOf(request) : undefined;
      if (form === undefined) void answer(request, response);
      else door.turnAway(request, response, form);
    });
  });
  answerUnreadable(server);
  return { server, port: await listen(server, { host, port }, "FIRN_API_PORT") };
}

/** The interface that a refused request sees; undefined if the request is never refused. */
function refusalOf({ url = "/" }: IncomingMessage): Interface | undefined {
  const path = URL.canParse(url, ANY_HOST) ? pathOf({ url: new URL(url, ANY_HOST).href }) : url;
  const route = routeOf(path);
  return WATCHED.has(route) || path === METRICS_PATH ? undefined : interfaceOf(path, route);
}

/** Answers what fails outside the app: a target or Host that is not a valid URL never reaches it. */
function answerOutside(error: unknown, log: Log): Response {
  const status = error instanceof RequestError ? 400 : 500;
  if (status === 500) log.error("a request failed outside the app", { err: error });
  const message = status === 400 ? "the target or the Host header is malformed" : "internal error";
  return Response.json(errorBody(status, message), { status, headers: { "cache-control": "no-store" } });
}

/** Gives the error body to what Node cannot read as a request (headers too large, garbage) or passes on raw (CONNECT). */
function answerUnreadable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    if (error.code === "HPE_HEADER_OVERFLOW") return endBare(socket, 431, "the request is too long");
    endBare(socket, error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400, "this is not an HTTP request");
  });
  server.on("connect", (_, socket) => endBare(socket, 405, "CONNECT is not supported: use GET"));
}

function endBare(socket: Duplex, status: number, message: string): void {
  const body = errorBody(status, message);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${body.error}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}
