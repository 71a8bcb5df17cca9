import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "../../contract/data/error";
import { BusyError, describeError, FirnError } from "../../errors";
import type { Log } from "../../log";
import type { Interface } from "../request/interface-of";

/** Turns anything thrown during a request into an answer. Server errors are logged. */
export function answerError(error: unknown, request: { id: string; log: Log; form: Interface }): Response {
  const status = error instanceof FirnError ? error.status : 500;
  const message = error instanceof FirnError ? describeError(error) : `internal error, request ${request.id}`;
  // Those come in thousands, and the log of requests has their status.
  if (status >= 500 && !(error instanceof BusyError))
    request.log.error(`answered a request with ${status}: ${message}`, {
      requestId: request.id,
      err: error,
      details: error instanceof FirnError ? error.details : undefined,
    });
  const isAsEtherscan = request.form === "etherscan" && ANSWERED.includes(status) && !isOfSignIn(error);
  return new Response(errorText(status, { message, form: request.form }), {
    status: isAsEtherscan ? 200 : status,
    headers: errorHeaders(status, error),
  });
}

/** The headers of an answer that carries an error. */
export function errorHeaders(status: number, error: unknown): Record<string, string> {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  // SDKs retry every 5xx, so a temporary state says when to retry.
  if (status === 503) return { ...headers, "retry-after": error instanceof BusyError ? "1" : "5" };
  return status === 429 ? { ...headers, "retry-after": "1" } : headers;
}

/** The body that an interface has for an error. */
export function errorText(status: number, { message, form }: { message: string; form: Interface }): string {
  if (form === "etherscan")
    return JSON.stringify({ status: "0", message: "NOTOK", result: etherscanText(status, message) });
  const body = errorBody(status, message);
  return JSON.stringify(form === "metrics" ? { ...body, message: [message] } : body);
}

/** What Etherscan answers with status 200. Its clients take any other status for a failure of the network. */
const ANSWERED = [400, 401, 404, 429];

/** A browser has to see the status, to ask for the password. */
function isOfSignIn(error: unknown): boolean {
  return error instanceof FirnError && error.details?.signIn === true;
}

/** Its clients know these refusals by how they begin. */
function etherscanText(status: number, message: string): string {
  if (status === 429) return `Max rate limit reached: ${message}`;
  return status === 401 ? `Invalid API Key: ${message}` : `Error! ${message}`;
}

/** The body of every answer with an error status. */
export function errorBody(statusCode: number, message: string): ErrorBody {
  return { message, error: STATUS_CODES[statusCode] ?? "Error", statusCode };
}
