import { SECRET_HEADER, VISITOR_HEADER } from "../contract/callers";
import {
  fillRoute,
  parseRequest,
  type Route,
  type RouteBody,
  type RouteInput,
  type RouteSent,
} from "../contract/route";
import { findRoute } from "../contract/routes";
import { describeError, InputError, NodeError } from "../errors";
import { refusalOf } from "./refusal";
import { SharedAnswers } from "./shared-answers";

export interface DataClientOptions {
  /** Origin of Firn's API, such as "http://127.0.0.1:8080". */
  baseUrl: string;
  /** Sent as `x-data-api-key`. Never reaches a browser. */
  apiKey?: string | undefined;
  /** Proves to the API that this Firn itself asks. Never reaches a browser. */
  secret?: string | undefined;
  /** Time limit of a request; 10 s by default. */
  timeoutMs?: number;
  /** For how long an answer counts for whoever asks the same, ms; by default only while the question is under way. */
  keepMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

export interface DataClient {
  /**
   * Requests one route and returns its checked body. Without a signal, whoever asks the same at the same time shares the
   * answer: leave it as it is.
   * @throws InputError with the API's own message: BAD_PARAMETER, NOT_FOUND, RATE_LIMITED (`details.retryAfterSeconds`)
   * …
   * @throws NodeError API_UNREACHABLE if nothing answers, API_TIMEOUT if not in time, API_BAD_ANSWER on a 5xx or a body
   * that breaks the contract
   */
  get<R extends Route>(route: R, input: RouteInput<R>, signal?: AbortSignal): Promise<RouteBody<R>>;
  /**
   * Sends what a route takes, once. @param sent its JSON; undefined for a route without
   * @throws as `get`
   */
  send<R extends Route>(route: R, input: RouteInput<R>, sent: RouteSent<R>): Promise<RouteBody<R>>;
  /**
   * Forwards a browser's request (GET by default), matched against the contracts and rebuilt from parsed parameters. A
   * POST has no body. The time limit of a stream of events ends with its headers.
   * @throws InputError NOT_FOUND if no route has that path, BAD_PARAMETER
   * @throws NodeError API_UNREACHABLE, API_TIMEOUT
   */
  forward(url: URL, options?: ForwardOptions): Promise<Response>;
}

interface ForwardOptions {
  method?: Route["method"] | undefined;
  signal?: AbortSignal;
  /** Of a stream of events: where the reader was. */
  lastEventId?: string | undefined;
  /** For whom it is asked (`VISITOR_HEADER`). */
  visitor?: string | undefined;
}

interface Sending {
  method?: Route["method"];
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  body?: string;
  isStream?: boolean;
}

/** REST client of Firn's API, derived from the contracts. Keeps no connection: there is nothing to close. */
export function openDataClient(options: DataClientOptions): DataClient {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, keepMs = 0 } = options;
  const shared = new SharedAnswers();
  const send = async (
    pathAndQuery: string,
    { method = "get", signal, headers, body, isStream = false }: Sending,
  ): Promise<Response> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    // A body may be late too, unless it never ends.
    timer.unref?.();
    try {
      const response = await fetch(new URL(pathAndQuery, options.baseUrl), {
        headers: {
          accept: isStream ? "text/event-stream" : "application/json",
          // The API is on this machine or next to it. A browser ignores this, and asks for what it can unpack.
          "accept-encoding": "identity",
          ...(options.apiKey === undefined ? {} : { "x-data-api-key": options.apiKey }),
          ...(options.secret === undefined ? {} : { [SECRET_HEADER]: options.secret }),
          ...headers,
        },
        // fetch writes PATCH only if it is given so
        method: method.toUpperCase(),
        ...(body !== undefined && { body }),
        redirect: "error",
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      if (isStream) clearTimeout(timer);
      return response;
    } catch (cause) {
      clearTimeout(timer);
      if (signal?.aborted === true) throw cause;
      throw late.signal.aborted ? tooSlow(timeoutMs, cause) : unreachable(options.baseUrl, cause);
    }
  };
  const read = async <R extends Route>(route: R, path: string, signal?: AbortSignal) =>
    readBody(route, await send(path, { signal }), timeoutMs);
  return {
    async get(route, input, signal) {
      const path = fillRoute(route, input);
      if (signal !== undefined) return read(route, path, signal);
      return shared.take(`${route.operationId} ${path}`, () => read(route, path), {
        freshMs: keepMs,
        failureMs: 0,
      });
    },
    async send(route, input, sent) {
      const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
      const headers = { "content-type": "application/json" };
      return readBody(
        route,
        await send(fillRoute(route, input), { method: route.method, headers, ...body }),
        timeoutMs,
      );
    },
    async forward(url, { method = "get", signal, lastEventId, visitor } = {}) {
      const match = findRoute(url.pathname, method);
      // A web reader manages nothing, and the web must never do it in its own name.
      if (match === undefined || match.route.sent !== undefined || match.route.manages !== undefined)
        throw new InputError("NOT_FOUND", `there is no ${url.pathname}`);
      return send(fillRoute(match.route, parseRequest(match.route, match.params, url.searchParams)), {
        method,
        signal,
        isStream: match.route.answers === "events",
        headers: {
          ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
          ...(visitor !== undefined && { [VISITOR_HEADER]: visitor }),
        },
      });
    },
  };
}

function unreachable(baseUrl: string, cause: unknown): NodeError {
  return new NodeError("API_UNREACHABLE", `no answer from ${baseUrl}: ${describeError(cause)}`, {
    hint: "check that Firn's api process is running",
    cause,
  });
}

function tooSlow(timeoutMs: number, cause: unknown): NodeError {
  return new NodeError("API_TIMEOUT", `Firn's API took longer than ${timeoutMs / 1000} s to answer`, {
    hint: "try again; if it stays slow, check the load and the disk of this machine",
    cause,
  });
}

async function readBody<R extends Route>(
  route: R,
  response: Response,
  timeoutMs: number,
): Promise<RouteBody<R>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (cause) {
    if (cause instanceof Error && cause.name === "AbortError") throw tooSlow(timeoutMs, cause);
    throw new NodeError("API_BAD_ANSWER", `${route.operationId} answered ${response.status} without JSON`, {
      cause,
    });
  }
  if (response.ok) {
    const read = route.response.safeParse(body);
    if (read.success) return read.data as RouteBody<R>;
    throw new NodeError("API_BAD_ANSWER", `the answer of ${route.operationId} does not match its contract`, {
      hint: "api and web must be of the same version",
      cause: read.error,
    });
  }
  const message = messageOf(body) ?? `${route.operationId} answered ${response.status}`;
  throw refusalOf(response, message);
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  return Array.isArray(body.message) ? body.message.join("; ") : String(body.message);
}
