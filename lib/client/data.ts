import {
  fillRoute,
  matchRoute,
  parseRequest,
  type Route,
  type RouteBody,
  type RouteInput,
} from "../contract/route";
import { ROUTES } from "../contract/routes";
import { describeError, InputError, NodeError } from "../errors";
import { refusalOf } from "./refusal";

export interface DataClientOptions {
  /** Origin of Firn's API, such as "http://127.0.0.1:8080". */
  baseUrl: string;
  /** Sent as `x-data-api-key`. Never reaches a browser. */
  apiKey?: string;
  /** Time limit of a request; 10 s by default. */
  timeoutMs?: number;
}

export interface DataClient {
  /**
   * Requests one route and returns its checked body.
   * @throws InputError with the API's own message: BAD_PARAMETER, NOT_FOUND, RATE_LIMITED (`details.retryAfterSeconds`)
   * …
   * @throws NodeError API_UNREACHABLE if nothing answers in time, API_BAD_ANSWER on a 5xx or a body that breaks the
   * contract
   */
  get<R extends Route>(route: R, input: RouteInput<R>, signal?: AbortSignal): Promise<RouteBody<R>>;
  /**
   * Forwards a browser's request (GET by default), matched against the contracts and rebuilt from parsed parameters. A
   * POST has no body.
   * @throws InputError NOT_FOUND if no route has that path, BAD_PARAMETER
   * @throws NodeError API_UNREACHABLE
   */
  forward(
    url: URL,
    options?: { method?: Route["method"] | undefined; signal?: AbortSignal },
  ): Promise<Response>;
}

/** REST client of Firn's API, derived from the contracts. Keeps no connection: there is nothing to close. */
export function openDataClient(options: DataClientOptions): DataClient {
  const send = async (
    pathAndQuery: string,
    { method = "get", signal }: { method?: Route["method"]; signal?: AbortSignal | undefined },
  ): Promise<Response> => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    try {
      return await fetch(new URL(pathAndQuery, options.baseUrl), {
        headers: {
          accept: "application/json",
          ...(options.apiKey === undefined ? {} : { "x-data-api-key": options.apiKey }),
        },
        method,
        redirect: "error",
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      throw new NodeError("API_UNREACHABLE", `no answer from ${options.baseUrl}: ${describeError(cause)}`, {
        hint: "check that Firn's api process is running",
        cause,
      });
    }
  };
  return {
    async get(route, input, signal) {
      const response = await send(fillRoute(route, input), { signal });
      return readBody(route, response);
    },
    async forward(url, { method = "get", signal } = {}) {
      const match = matchRoute(Object.values(ROUTES), url.pathname, method);
      if (match === undefined || match.route.sent !== undefined)
        throw new InputError("NOT_FOUND", `there is no ${url.pathname}`);
      return send(fillRoute(match.route, parseRequest(match.route, match.params, url.searchParams)), {
        method,
        signal,
      });
    },
  };
}

async function readBody<R extends Route>(route: R, response: Response): Promise<RouteBody<R>> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (cause) {
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
