import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import type { z } from "zod";
import { SESSION_HEADER } from "../contract/operator/access";
import { fillRoute, type Route, type RouteBody, type RouteInput } from "../contract/route";
import { describeError, NodeError } from "../errors";
import { connectByKey } from "./key-proof";
import { refusalOf } from "./refusal";

/**
 * Name of the key file in the data folder. The operator writes it at each start; only the web and `firn admin-link`
 * read it.
 */
export const OPERATOR_KEY_FILE = "operator.key";

export interface OperatorClientOptions {
  /** Origin of the operator, such as "http://127.0.0.1:8081". */
  baseUrl: string;
  /** The folder with the key file. */
  dataDir: string;
  /** Time limit of a request; 30 s by default, because the operator itself waits for the node. */
  timeoutMs?: number;
}

/** Inputs of a request. */
export interface OperatorRequest<R extends Route> {
  query?: RouteInput<R>["query"];
  /** Body of a POST; `{}` by default. */
  sent?: z.input<NonNullable<R["sent"]>>;
  /** The secret of the caller's session, from its cookie. */
  session?: string | undefined;
}

export interface OperatorClient {
  /**
   * Requests one route of `OPERATOR_ROUTES` and returns its checked body. Never retries.
   * @throws InputError BAD_PARAMETER, UNAUTHORIZED without a running session, NOT_FOUND, RATE_LIMITED
   * (`details.retryAfterSeconds`), FORBIDDEN
   * @throws NodeError API_UNREACHABLE if no operator answers, or the listener has not proved to be the operator;
   * API_BAD_ANSWER on a 5xx or a body that breaks the contract
   */
  ask<R extends Route>(route: R, request?: OperatorRequest<R>): Promise<RouteBody<R>>;
}

/**
 * Client of the operator process. Reads the key file for each request, because a restarted operator has another key.
 * Opens a connection for each request: a kept-alive one may have died with an operator that restarted, and then nobody
 * could know what was done.
 */
export function openOperatorClient(options: OperatorClientOptions): OperatorClient {
  return {
    async ask(route, { query, sent = {}, session } = {}) {
      const path = fillRoute<Route>(route, query === undefined ? { params: {} } : { params: {}, query });
      const headers: Record<string, string> = {};
      if (session !== undefined) headers[SESSION_HEADER] = encodeURIComponent(session);
      const body = route.method === "post" ? JSON.stringify(sent) : undefined;
      if (body !== undefined) headers["content-type"] = "application/json";
      const call = { path, method: route.method.toUpperCase(), headers, body };
      return readBody(route, await send(call, options));
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

interface OperatorCall {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Sends no part of `call` before the listener has proved that it is the operator. */
async function send({ body, ...call }: OperatorCall, options: OperatorClientOptions): Promise<Response> {
  const { hostname, port } = new URL(options.baseUrl);
  const key = await readKey(options);
  const socket = connectByKey({ host: hostname, port: Number(port) }, key);
  const signal = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  let isProved = false;
  socket.once("secureConnect", () => {
    isProved = true;
  });
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ ...call, host: hostname, port, createConnection: () => socket, signal });
      sent.once("error", reject).once("response", resolve).end(body);
    });
    const text = Buffer.concat(await answer.toArray()).toString();
    return new Response(text, { status: answer.statusCode ?? 0, headers: headersOf(answer) });
  } catch (cause) {
    throw socket.connecting || isProved || isRefused(cause) || signal.aborted
      ? unreachable(options.baseUrl, cause)
      : unproved(options.baseUrl, cause);
  } finally {
    socket.destroy();
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const wait = headers["retry-after"];
  return wait === undefined ? {} : { "retry-after": wait };
}

/** Nobody listens, so nobody failed to prove anything. */
function isRefused(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

function unreachable(baseUrl: string, cause: unknown): NodeError {
  return new NodeError(
    "API_UNREACHABLE",
    `no answer from the operator at ${baseUrl}: ${describeError(cause)}`,
    {
      hint: "check that Firn's operator process is running",
      cause,
    },
  );
}

function unproved(baseUrl: string, cause: unknown): NodeError {
  return new NodeError(
    "API_UNREACHABLE",
    `what listens at ${baseUrl} has not proved to be this Firn's operator`,
    {
      hint: "nothing was sent to it; check which process that is, and that FIRN_OPERATOR_PORT and FIRN_DATA_DIR are this Firn's",
      cause,
    },
  );
}

async function readBody<R extends Route>(route: R, response: Response): Promise<RouteBody<R>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const read = route.response.safeParse(body);
    if (read.success) return read.data as RouteBody<R>;
    throw new NodeError("API_BAD_ANSWER", `the answer of ${route.operationId} does not match its contract`, {
      hint: "operator and web must be of the same version",
      cause: read.error,
    });
  }
  const detail =
    typeof body === "object" && body !== null && "message" in body ? String(body.message) : undefined;
  const message = detail ?? `${route.operationId} answered ${response.status}`;
  throw refusalOf(response, message);
}
