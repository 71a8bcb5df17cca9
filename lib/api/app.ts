import { type Context, Hono } from "hono";
import { collectDefaultMetrics, Registry } from "prom-client";
import { PARAMETER, type Route } from "../contract/route";
import { ROUTES, type RouteName } from "../contract/routes";
import { InputError } from "../errors";
import type { Log } from "../log";
import type { Answering } from "./answering";
import { wantsCsv } from "./csv/format";
import { streamCsv } from "./csv/stream";
import type { ApiEnv } from "./env";
import { FILE_PATH, sendFile } from "./exports/file";
import type { ExportFolder } from "./exports/folder";
import type { AnswerMcp } from "./mcp/http";
import { accessLog } from "./middleware/access-log";
import { type Access, identify, requireAdmission } from "./middleware/api-key";
import { type Callers, requireHost, requireOrigin } from "./middleware/callers";
import { compress } from "./middleware/compress";
import { answerError } from "./middleware/errors";
import { requireManager, trustManager } from "./middleware/managing";
import { type RateLimits, rateLimit } from "./middleware/rate-limit";
import { requestId } from "./middleware/request-id";
import { countUsage } from "./middleware/usage";
import { countRequests } from "./operations/request-metrics";
import { DIALECT_HEADERS, dialectOf } from "./request/dialect";
import { interfaceOf } from "./request/interface-of";
import type { UsageRecorder } from "./usage/recorder";

/** What stands before the answers: whoever may not ask is refused, and every request is counted. */
export interface GateOptions {
  callers: Callers;
  access: Access;
  limits: RateLimits;
  /** Files that were written in the background. */
  exports: ExportFolder;
  /** Counts who asks; absent where nobody has a key. */
  usage?: UsageRecorder | undefined;
  /** Monotonic clock, ms since an arbitrary start. */
  steadyMs: () => number;
  /** Current time, unix ms. */
  nowMs: () => number;
  registry: Registry;
  /** Answers agents; absent where the operator does not let them in. */
  mcp?: { path: string; answer: AnswerMcp } | undefined;
}

export interface AppOptions {
  answering: Answering;
  /** Absent in a thread whose requests have come through another one's. */
  gate?: GateOptions | undefined;
  log: Log;
}

/** The API as a Hono app: each contract is one GET or POST route. Every other request gets the error body too. */
export function createApp({ answering, gate, log }: AppOptions): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>({ getPath: pathOf });
  app.use(requestId, async (c, next) => {
    c.set(
      "dialect",
      dialectOf((name) => c.req.header(name)),
    );
    await next();
    // Not `c.header`, which makes the answer once more.
    c.res.headers.set("vary", [...DIALECT_HEADERS, "accept-encoding"].join(", "));
  });
  if (gate !== undefined) {
    collectDefaultMetrics({ register: gate.registry });
    app.use(countRequests(gate.registry, gate.nowMs), accessLog(log, gate.nowMs), compress);
    app.use(requireHost(gate.callers), requireOrigin(gate.callers));
    app.use(identify(gate.access, gate.nowMs));
    if (gate.usage !== undefined) app.use(countUsage(gate.usage, gate.steadyMs));
    app.use(rateLimit(gate.limits, gate.steadyMs));
    app.use(requireAdmission(gate.access));
    app.use(requireManager);
  } else app.use(trustManager);
  // Pages of a list that becomes a file are let in once, with the file.
  const pages = gate === undefined ? undefined : createApp({ answering, log });
  for (const [path, names] of namesByPath()) {
    for (const name of names)
      app.on(methodsOf(ROUTES[name]), path, (c) => {
        c.set("route", ROUTES[name].path);
        if (pages !== undefined && wantsCsv(ROUTES[name], new URL(c.req.url).searchParams))
          return streamCsv(c, ROUTES[name], async (request) => pages.fetch(request));
        return answering.answer(c, name);
      });
    app.all(path, (c) => refuseMethod(c, names));
  }
  app.get(METRICS_PATH, async (c) => {
    c.set("route", METRICS_PATH);
    const own = await gate?.registry.metrics();
    const headers = { "content-type": Registry.PROMETHEUS_CONTENT_TYPE, "cache-control": "no-store" };
    return c.body(`${own ?? ""}${await answering.metrics(c)}`, 200, headers);
  });
  if (gate !== undefined) {
    app.get(FILE_PATH, (c) => {
      c.set("route", FILE_PATH);
      return sendFile(c, gate.exports);
    });
  }
  if (gate?.mcp !== undefined) mountMcp(app, gate.mcp);
  app.notFound((c) => {
    const error = new InputError("NOT_FOUND", `no such path: ${c.req.path.slice(0, 200)}`, {
      hint: "/openapi.json lists all paths",
    });
    return answerError(error, { id: c.get("requestId"), log, form: interfaceOf(c.req.path) });
  });
  app.onError((error, c) => {
    const response = answerError(error, { id: c.get("requestId"), log, form: interfaceOf(c.req.path) });
    for (const [name, value] of Object.entries(c.get("errorHeaders") ?? {}))
      response.headers.set(name, value);
    return response;
  });
  return app;
}

/** Read by Prometheus. It answers text, so it has no contract. */
export const METRICS_PATH = "/firn/v1/metrics";

/** Agents post: there is no stream to listen to, and no session to end. @throws InputError METHOD_NOT_ALLOWED */
function mountMcp(app: Hono<ApiEnv>, { path, answer }: NonNullable<GateOptions["mcp"]>): void {
  app.post(path, (c) => {
    c.set("route", path);
    return answer(c, app.fetch);
  });
  app.all(path, (c) => {
    c.set("route", path);
    c.set("errorHeaders", { allow: "POST, OPTIONS" });
    if (c.req.method === "OPTIONS") return c.body(null, 204, { allow: "POST, OPTIONS" });
    throw new InputError("METHOD_NOT_ALLOWED", `this path does not accept ${c.req.method}`, {
      hint: "agents post to it: see docs/mcp.md",
    });
  });
}

/** A path in the router's syntax, where a verb is part of the parameter before it. */
function routerPath({ path }: Pick<Route, "path">): string {
  return path.replace(PARAMETER, (_, name, verb) => (verb ? `:${name}{[^/]+${verb}}` : `:${name}`));
}

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
export function pathOf(request: Pick<Request, "url">): string {
  return new URL(request.url).pathname.replace(/%3a/gi, ":");
}
