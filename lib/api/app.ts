import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { NodeClient } from "../client/node";
import type { getEvents } from "../contract/firn/events";
import type { getNftImage } from "../contract/firn/nfts";
import { parseRequest, parseSent, type Route, type RouteBody } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { stringifyLossless } from "../contract/rpc";
import { InputError, NodeError } from "../errors";
import type { Log } from "../log";
import { readBytes } from "../read-bytes";
import { openAlerts } from "./alerts/alerts";
import { type OwnNodeSource, readOwnNode } from "./alerts/own-node";
import type { ApiEnv } from "./env";
import { openEventFeed } from "./events/feed";
import { EVENT_HEADERS, encodeEvents } from "./events/sse";
import { describeHistory, partialHistory } from "./evm/history";
import { readStatus } from "./firn/status";
import type { Handler, Service } from "./handler";
import { HANDLERS } from "./handlers";
import { countRequests, indexerMetrics, listEvmStreams } from "./metrics";
import { accessLog } from "./middleware/access-log";
import { type Access, identify, requireAdmission } from "./middleware/api-key";
import { type Callers, PARTIAL_HEADER, requireHost, requireOrigin } from "./middleware/callers";
import { answerError } from "./middleware/errors";
import { type RateLimits, rateLimit } from "./middleware/rate-limit";
import { requestId } from "./middleware/request-id";
import { openPageTokens } from "./page/page-token";
import { isCChain } from "./present/evm/chain";
import { DIALECT_HEADERS, dialectOf } from "./request/dialect";
import { interfaceOf } from "./request/interface-of";
import type { EvmChains, EvmSnapshot } from "./snapshot/evm";
import { describeGap } from "./snapshot/gaps";
import type { Primary } from "./snapshot/primary";
import { startYielding } from "./snapshot/yield-turn";

export interface AppOptions {
  primary: Primary;
  evmChains: EvmChains;
  /** The same chains over separate connections, for slow queries. */
  evmSlow: Pick<EvmChains, "read">;
  /** The node that is indexed, if it is known. */
  node: NodeClient | undefined;
  service: Omit<Service, "alerts" | "events">;
  /** Ends the streams of events. */
  closing: AbortSignal;
  callers: Callers;
  access: Access;
  limits: RateLimits;
  /** Monotonic clock, ms since an arbitrary start. */
  steadyMs: () => number;
  log: Log;
}

/** The API as a Hono app: each contract is one GET or POST route. Every other request gets the error body too. */
export function createApp(options: AppOptions): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>({ getPath: pathOf });
  app.use(requestId, async (c, next) => {
    c.set(
      "dialect",
      dialectOf((name) => c.req.header(name)),
    );
    await next();
    c.header("vary", DIALECT_HEADERS.join(", "));
  });
  const { primary, evmChains } = options;
  const source = { ...options, read: primary.read, readEvm: evmChains.read };
  const { nowMs } = options.service;
  const readPlain: OwnNodeSource["read"] = (work) =>
    primary.read((snapshot) =>
      work({
        ...{ ...snapshot, dialect: dialectOf(() => undefined), markPartial: () => {} },
        pageTokens: openPageTokens(snapshot.pageTokenKey, nowMs),
      }),
    );
  const own = { service: options.service, node: options.node, read: readPlain };
  const alerts = openAlerts({
    readOwnNode: (status) => readOwnNode(own, status),
    nowMs,
    log: options.log,
  });
  const events = openEventFeed(
    { primary, evmChains, readStatus: () => readStatus(source), alertsAt: alerts.at },
    { nowMs, log: options.log },
  );
  options.closing.addEventListener("abort", () => events.close());
  const service: Service = { ...options.service, alerts, events };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.use(countRequests(registry, options.service.nowMs));
  app.use(accessLog(options.log, options.service.nowMs));
  app.use(requireHost(options.callers), requireOrigin(options.callers));
  app.use(identify(options.access, nowMs), rateLimit(options.limits, options.steadyMs), requireAdmission);
  for (const [path, names] of namesByPath()) {
    for (const name of names)
      app.on(methodsOf(ROUTES[name]), path, (c) =>
        answer(c, { ...options, service, route: ROUTES[name], handler: HANDLERS[name] as Handler<Route> }),
      );
    app.all(path, (c) => refuseMethod(c, names));
  }
  app.get(METRICS_PATH, async (c) => {
    c.set("route", METRICS_PATH);
    const chains = await listEvmStreams(options.evmChains);
    const reading = options.primary.read((snapshot) => indexerMetrics(snapshot, chains));
    const indexer = await reading.catch((error: unknown) => {
      if (error instanceof NodeError) return new Registry(); // nothing is indexed yet
      throw error;
    });
    const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
    return c.body(await Registry.merge([registry, indexer]).metrics(), 200, headers);
  });
  app.notFound((c) => {
    const error = new InputError("NOT_FOUND", `no such path: ${c.req.path.slice(0, 200)}`, {
      hint: "/openapi.json lists all paths",
    });
    return answerError(error, {
      id: c.get("requestId"),
      log: options.log,
      form: interfaceOf(c.req.path),
    });
  });
  app.onError((error, c) => {
    const response = answerError(error, {
      id: c.get("requestId"),
      log: options.log,
      form: interfaceOf(c.req.path),
    });
    for (const [name, value] of Object.entries(c.get("errorHeaders") ?? {}))
      response.headers.set(name, value);
    return response;
  });
  return app;
}

/** Read by Prometheus. It answers text, so it has no contract. */
const METRICS_PATH = "/firn/v1/metrics";

/** A parameter in a contract's path, and the custom verb that may follow it. */
const PARAMETER = /\{(\w+)\}(:\w+)?/g;

/** A path in the router's syntax, where a verb is part of the parameter before it. */
function routerPath({ path }: Pick<Route, "path">): string {
  return path.replace(PARAMETER, (_, name, verb) => (verb ? `:${name}{[^/]+${verb}}` : `:${name}`));
}

type RouteName = keyof typeof ROUTES;

/**
 * Route names by the router's path, in the order in which the router tries them. Paths with a verb come first, as the
 * others would read the verb as part of an id; then those with the fewest parameters.
 */
function namesByPath(): [path: string, names: RouteName[]][] {
  const byPath = new Map<string, RouteName[]>();
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const path = routerPath(ROUTES[name]);
    byPath.set(path, [...(byPath.get(path) ?? []), name]);
  }
  const hasVerb = ([path]: [string, RouteName[]]) => Number(/:\w+\}$/.test(path));
  const parameters = ([path]: [string, RouteName[]]) => path.split("/:").length;
  return [...byPath].sort((a, b) => hasVerb(b) - hasVerb(a) || parameters(a) - parameters(b));
}

/** The methods that a route answers: the Etherscan-compatible interface takes its parameters as a form too. */
function methodsOf({ method, api }: Route): string[] {
  return api === "etherscan" ? ["GET", "POST"] : [method.toUpperCase()];
}

/** Answers OPTIONS and refuses every other method. @throws InputError METHOD_NOT_ALLOWED */
function refuseMethod(c: Context<ApiEnv>, names: readonly RouteName[]): Response {
  const methods = names.flatMap((name) =>
    methodsOf(ROUTES[name]).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])),
  );
  const headers = { allow: [...methods, "OPTIONS"].join(", ") };
  if (c.req.method === "OPTIONS") return c.body(null, 204, headers);
  c.set("errorHeaders", headers);
  throw new InputError("METHOD_NOT_ALLOWED", `this path does not accept ${c.req.method}`, {
    hint: `use ${methods.join(" or ")}`,
  });
}

/** The path with `%3A` before a custom verb decoded: clients may encode the colon, and the router would not find it. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/%3a/gi, ":");
}

async function answer(
  c: Context<ApiEnv>,
  options: AppOptions & { route: Route; handler: Handler<Route>; service: Service },
): Promise<Response> {
  c.set("route", options.route.path);
  const dialect = c.get("dialect");
  const search = new URL(c.req.url).searchParams;
  if (c.req.method === "POST" && options.route.method === "get")
    for (const [name, value] of new URLSearchParams(await readSent(c, MAX_FORM_BYTES)))
      search.set(name, value);
  const lastEventId = options.route.answers === "events" ? c.req.header("last-event-id") : undefined;
  if (lastEventId !== undefined) search.set("after", lastEventId);
  const values = parseRequest(options.route, paramsOf(c, options.route), search);
  const sent = parseSent(options.route, options.route.sent && (await readJson(c)));
  const asker = ({ pageTokenKey }: { pageTokenKey: Uint8Array }) => ({
    dialect,
    pageTokens: openPageTokens(pageTokenKey, options.service.nowMs),
  });
  const evmAsker = (snapshot: EvmSnapshot) => ({
    ...asker(snapshot),
    labels: options.service.labels.of(snapshot.evmChainId, isCChain(snapshot.facts)),
    prices: options.service.prices.of(snapshot.evmChainId),
    currency: "usd" as const,
  });
  const lacks = new Set<string>();
  const noteHistory = (snapshot: EvmSnapshot) => {
    const history = partialHistory(snapshot);
    if (history) lacks.add(`chain ${snapshot.evmChainId}: ${describeHistory(history)}`);
  };
  const body = await options.handler({
    ...values,
    sent,
    service: options.service,
    read: (work) =>
      options.primary.read(async (snapshot) => {
        if (snapshot.genesis === undefined) lacks.add(WITHOUT_GENESIS);
        for (const gap of snapshot.gaps) lacks.add(describeGap(gap));
        return work({ ...snapshot, ...asker(snapshot), markPartial: (what) => lacks.add(what) });
      }),
    readEvm: (chainId, work) =>
      options.evmChains.read(chainId, (snapshot) => {
        noteHistory(snapshot);
        return work({ ...snapshot, ...evmAsker(snapshot) });
      }),
    readEvmSlow: (chainId, work) =>
      options.evmSlow.read(chainId, (snapshot) => {
        noteHistory(snapshot);
        return work({ ...snapshot, ...evmAsker(snapshot) }, startYielding(options.service.nowMs));
      }),
    evmChains: options.evmChains,
  });
  if (lacks.size > 0) c.header(PARTIAL_HEADER, [...lacks].join("; "));
  return answerBody(c, options.route, body);
}

/** Value of the header that marks an answer as partial, and names what is missing. */
const WITHOUT_GENESIS =
  "this network's genesis is not known, so everything before the first block is missing; the operator sets FIRN_GENESIS";

function answerBody(c: Context<ApiEnv>, { api, answers }: Route, body: RouteBody<Route>): Response {
  if (answers === "created") return c.body(null, 201);
  if (answers === "events")
    return c.req.method === "HEAD"
      ? c.body(null, 200, EVENT_HEADERS)
      : c.body(encodeEvents(body as RouteBody<typeof getEvents>), 200, EVENT_HEADERS);
  if (answers === "image") {
    const { type, bytes } = body as RouteBody<typeof getNftImage>;
    return answerKept(c, bytes, { ...IMAGE_HEADERS, "content-type": type });
  }
  const text = api === undefined ? JSON.stringify(body) : stringifyLossless(body);
  return answerKept(c, text, {
    "cache-control": "no-cache",
    "content-type": "application/json; charset=utf-8",
  });
}

/** Headers for bytes from a third party: a browser draws them as an image or not at all, and never runs them. */
const IMAGE_HEADERS = {
  "cache-control": "private, max-age=300",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** The body, or 304 if the client's copy is current. */
function answerKept(
  c: Context<ApiEnv>,
  body: string | Uint8Array,
  headers: Record<string, string>,
): Response {
  const hash = createHash("sha256")
    .update(`${c.get("dialect").name}\n`)
    .update(body)
    .digest("base64url");
  const etag = `"${hash.slice(0, 22)}"`;
  const known = c.req
    .header("if-none-match")
    ?.split(",")
    .map((item) => item.trim().replace(/^W\//, ""));
  if (known?.includes(etag)) {
    const { "content-type": _, ...kept } = headers;
    return c.body(null, 304, { ...kept, etag });
  }
  return c.body(typeof body === "string" ? body : new Uint8Array(body), 200, { ...headers, etag });
}

/** Largest accepted POST body: far more than its addresses need. */
const MAX_SENT_BYTES = 256 * 1024;
/** Largest accepted form: who verifies a contract sends all of its sources. */
const MAX_FORM_BYTES = 8 * 1024 * 1024;

/** The body's text. @throws InputError BAD_PARAMETER when it is too long */
async function readSent(c: Context<ApiEnv>, mostBytes: number): Promise<string> {
  const bytes = await readBytes(c.req.raw.body ?? [], mostBytes);
  if (bytes !== undefined) return bytes.toString();
  throw new InputError("BAD_PARAMETER", `the body must be at most ${mostBytes} bytes`);
}

/** @throws InputError BAD_PARAMETER when the body is too long or not JSON */
async function readJson(c: Context<ApiEnv>): Promise<unknown> {
  const text = await readSent(c, MAX_SENT_BYTES);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "the body must be JSON", { cause });
  }
}

/** Path parameters, decoded. @throws InputError BAD_PARAMETER on a malformed percent encoding, which Hono lets through */
function paramsOf(c: Context<ApiEnv>, route: Route): Record<string, string> {
  try {
    decodeURIComponent(c.req.path);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "the path holds a malformed percent encoding", { cause });
  }
  return Object.fromEntries(
    [...route.path.matchAll(PARAMETER)].map(([, name = "", verb = ""]) => {
      const value = c.req.param(name) ?? "";
      return [name, value.slice(0, value.length - verb.length)];
    }),
  );
}
