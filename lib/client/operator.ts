import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { KEY_HEADER, SESSION_HEADER } from "../contract/operator/access";
import { fillRoute, type Route, type RouteBody, type RouteInput } from "../contract/route";
import { describeError, NodeError } from "../errors";
import { refusalOf } from "./refusal";

/** The key file's name in the data folder. The operator writes it at its start; only web and `firn admin-link` read it. */
export const OPERATOR_KEY_FILE = "operator.key";

export interface OperatorClientOptions {
  /** Origin of the operator, such as "http://127.0.0.1:8081". */
  baseUrl: string;
  /** The folder with the key file. */
  dataDir: string;
  /** A request is given up after this time; 30 s unless given: the operator itself waits for the node. */
  timeoutMs?: number;
}

/** What goes with a request. */
export interface OperatorRequest<R extends Route> {
  query?: RouteInput<R>["query"];
  /** What a POST sends: `{}` unless given. */
  sent?: z.input<NonNullable<R["sent"]>>;
  /** The secret of the caller's session, from its cookie. */
  session?: string | undefined;
}

export interface OperatorClient {
  /**
   * Asks one route of `OPERATOR_ROUTES` and returns its checked body. Nothing is asked twice.
   * @throws InputError BAD_PARAMETER, UNAUTHORIZED without a running session, NOT_FOUND,
   *   RATE_LIMITED (`details.retryAfterSeconds`), FORBIDDEN when the key is not the running operator's
   * @throws NodeError API_UNREACHABLE when no operator answers, API_BAD_ANSWER on a 5xx or a body off the contract
   */
  ask<R extends Route>(route: R, request?: OperatorRequest<R>): Promise<RouteBody<R>>;
}

/** Client of the operator process. Reads the key anew for each request: a restarted operator has another. */
export function openOperatorClient(options: OperatorClientOptions): OperatorClient {
  return {
    async ask(route, { query, sent = {}, session } = {}) {
      const path = fillRoute<Route>(route, query === undefined ? { params: {} } : { params: {}, query });
      // A connection kept open may have died with an operator that was restarted: then nobody could tell what was done.
      const headers: Record<string, string> = {
        [KEY_HEADER]: await readKey(options),
        connection: "close",
      };
      if (session !== undefined) headers[SESSION_HEADER] = encodeURIComponent(session);
      const init: RequestInit = { method: route.method.toUpperCase(), headers };
      if (route.method === "post") {
        headers["content-type"] = "application/json";
        init.body = JSON.stringify(sent);
      }
      return readBody(route, await send(new URL(path, options.baseUrl), init, options));
    },
  };
}

async function readKey({ dataDir, baseUrl }: OperatorClientOptions): Promise<string> {
  try {
    return (await readFile(join(dataDir, OPERATOR_KEY_FILE), "utf8")).trim();
  } catch (cause) {
    throw unreachable(baseUrl, cause);
  }
}

async function send(url: URL, init: RequestInit, options: OperatorClientOptions): Promise<Response> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  try {
    return await fetch(url, { ...init, cache: "no-store", redirect: "error", signal });
  } catch (cause) {
    throw unreachable(options.baseUrl, cause);
  }
}

function unreachable(baseUrl: string, cause: unknown): NodeError {
  return new NodeError(
    "API_UNREACHABLE",
    `no answer from the operator at ${baseUrl}: ${describeError(cause)}`,
    {
      hint: "see whether the operator process of Firn runs",
      cause,
    },
  );
}

async function readBody<R extends Route>(route: R, response: Response): Promise<RouteBody<R>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const read = route.response.safeParse(body);
    if (read.success) return read.data as RouteBody<R>;
    throw new NodeError("API_BAD_ANSWER", `the answer of ${route.operationId} is not as its contract says`, {
      hint: "operator and web must be of the same version",
      cause: read.error,
    });
  }
  const said =
    typeof body === "object" && body !== null && "message" in body ? String(body.message) : undefined;
  const message = said ?? `${route.operationId} answered ${response.status}`;
  throw refusalOf(response, message);
}
