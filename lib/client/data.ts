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
  /** Sent as `x-data-api-key`; never reaches a browser. */
  apiKey?: string;
  /** A request is given up after this time; 10 s unless given. */
  timeoutMs?: number;
}

export interface DataClient {
  /**
   * Asks one route and returns its checked body.
   * @throws InputError with the API's own message: BAD_PARAMETER, NOT_FOUND, RATE_LIMITED (`details.retryAfterSeconds`) …
   * @throws NodeError API_UNREACHABLE when nothing answers in time, API_BAD_ANSWER on a 5xx or a body off the contract
   */
  get<R extends Route>(route: R, input: RouteInput<R>, signal?: AbortSignal): Promise<RouteBody<R>>;
  /**
   * Hands a request on as it came from a browser, a GET unless told: matched against the contracts and rebuilt from parsed
   * parameters. A POST is one that sends nothing.
   * @throws InputError NOT_FOUND when no route has that path, BAD_PARAMETER
   * @throws NodeError API_UNREACHABLE
   */
  forward(
    url: URL,
    options?: { method?: Route["method"] | undefined; signal?: AbortSignal },
  ): Promise<Response>;
}

/** REST client of Firn's API, derived from contract values. Holds no connection: nothing to close. */
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
        hint: "see whether the api process of Firn runs",
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
    throw new NodeError("API_BAD_ANSWER", `the answer of ${route.operationId} is not as its contract says`, {
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
