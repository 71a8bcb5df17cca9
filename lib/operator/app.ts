import { STATUS_CODES } from "node:http";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ErrorBody } from "../contract/data/error";
import { MOST_ABI_BYTES } from "../contract/firn/contract-abis";
import { SESSION_HEADER, type SessionFacts } from "../contract/operator/access";
import { OPERATOR_ROUTES } from "../contract/operator/routes";
import {
  parseRequest,
  parseSent,
  type Route,
  type RouteBody,
  type RouteSent,
  type RouteValues,
} from "../contract/route";
import { describeError, FirnError, InputError } from "../errors";
import type { Log } from "../log";
import type { Access } from "./access/access";
import type { Audit } from "./audit/audit";

type Routes = typeof OPERATOR_ROUTES;
export type RouteName = keyof Routes;

/** A request parsed by its contract. */
interface Parsed<R extends Route> {
  query: RouteValues<R>["query"];
  sent: RouteSent<R>;
}

/** For any caller that has the key. `session` is the caller's running session. */
type OpenHandler<R extends Route> = (
  request: Parsed<R> & { session: SessionFacts | undefined },
) => Promise<RouteBody<R>>;

/** For callers that are signed in. */
type SignedHandler<R extends Route> = (
  request: Parsed<R> & { session: SessionFacts },
) => Promise<RouteBody<R>>;

const OPEN = [
  ...(["getPanel", "createSignInLink", "signInByLink", "signInByPassword", "endSession"] as const),
  "noteRefusal",
] as const;
type OpenName = (typeof OPEN)[number];

/** The handler of each route. */
export type Handlers = {
  [K in RouteName]: K extends OpenName ? OpenHandler<Routes[K]> : SignedHandler<Routes[K]>;
};

export interface AppOptions {
  handlers: Handlers;
  access: Access;
  audit: Audit;
  log: Log;
}

/** The longest is an ABI as a JSON text. */
const MAX_BODY_BYTES = 2 * MOST_ABI_BYTES;

/**
 * The operator as a Hono app, for callers that have proved that they know the key. Refuses everything that no contract
 * names.
 */
export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new InputError("BAD_PARAMETER", `the body must be at most ${MAX_BODY_BYTES} bytes`);
      },
    }),
  );
  for (const name of Object.keys(OPERATOR_ROUTES) as RouteName[]) {
    const { method, path } = OPERATOR_ROUTES[name];
    app.on(method.toUpperCase(), path, (c) => answer(c, name, options));
    app.all(path, (c) => {
      throw new InputError("METHOD_NOT_ALLOWED", `${c.req.method} is not possible here`);
    });
  }
  app.notFound((c) =>
    refuse(new InputError("NOT_FOUND", `no such path: ${c.req.path.slice(0, 200)}`), options.log),
  );
  app.onError((error) => refuse(error, options.log));
  return app;
}

async function answer(c: Context, name: RouteName, options: AppOptions): Promise<Response> {
  const route: Route = OPERATOR_ROUTES[name];
  const session = await options.access.find(c.req.header(SESSION_HEADER));
  const isOpen = OPEN.some((open) => open === name);
  const json = route.method === "post" ? await readJson(c) : undefined;
  let parsed: Parsed<Route>;
  try {
    if (session === undefined && !isOpen) {
      throw new InputError("UNAUTHORIZED", "no running session has that secret", {
        hint: "sign in again",
      });
    }
    const { query } = parseRequest(route, {}, new URL(c.req.url).searchParams);
    parsed = { query, sent: parseSent(route, json) };
  } catch (error) {
    if (error instanceof InputError) await recordRefusal(error, { name, session, json, options });
    throw error;
  }
  const handler = options.handlers[name] as (
    request: Parsed<Route> & { session: SessionFacts | undefined },
  ) => Promise<unknown>;
  const body = await handler({ ...parsed, session });
  return c.json(body as object, 200, { "cache-control": "no-store" });
}

/** @throws InputError BAD_PARAMETER */
async function readJson(c: Context): Promise<unknown> {
  const json: unknown = await c.req.json().catch(() => undefined);
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  throw new InputError("BAD_PARAMETER", "the body must be a JSON object");
}

interface Refused {
  name: RouteName;
  session: SessionFacts | undefined;
  json: unknown;
  options: AppOptions;
}

/** Records a refused request that would have changed something. Secrets are left out. */
async function recordRefusal(error: InputError, { name, session, json, options }: Refused): Promise<void> {
  const { method, path } = OPERATOR_ROUTES[name];
  if (method === "get" || name === "touchSession") return;
  const who = session?.shortId ?? "nobody";
  if (path.startsWith("/operator/sign-in")) {
    const action = { who, method: "firn.signIn", parameters: {} };
    return options.audit.recordDenied(action, "not in the form of a secret");
  }
  const isAction = path.startsWith("/operator/actions/");
  const action = { who, method: `${isAction ? "admin" : "firn"}.${name}`, parameters: json };
  return options.audit.recordDenied(action, error.message);
}

function refuse(error: unknown, log: Log): Response {
  const status = error instanceof FirnError ? error.status : 500;
  if (status >= 500) log.error("a request failed", { err: error });
  const message =
    error instanceof FirnError ? describeError(error) : "internal error: see the operator's log";
  const body: ErrorBody = { message, error: STATUS_CODES[status] ?? "Error", statusCode: status };
  const headers = new Headers({ "cache-control": "no-store" });
  const retryAfter = error instanceof FirnError ? error.details?.retryAfterSeconds : undefined;
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  return Response.json(body, { status, headers });
}
