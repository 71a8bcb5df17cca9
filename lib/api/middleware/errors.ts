import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "../../contract/data/error";
import { BusyError, describeError, FirnError } from "../../errors";
import type { Log } from "../../log";
import type { Interface } from "../request/interface-of";

/** Turns anything thrown during a request into an answer: status, body, headers. Server errors are logged. */
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
  const headers = new Headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  // SDKs retry every 5xx, so a temporary state says when to retry.
  if (status === 503) headers.set("retry-after", error instanceof BusyError ? "1" : "5");
  if (status === 429) headers.set("retry-after", "1");
  if (request.form === "etherscan") {
    const body = { status: "0", message: "NOTOK", result: etherscanText(status, message) };
    const isAnswered = ANSWERED.includes(status) && !isOfSignIn(error);
    return new Response(JSON.stringify(body), { status: isAnswered ? 200 : status, headers });
  }
  const body = errorBody(status, message);
  const lists = request.form === "metrics";
  return new Response(JSON.stringify(lists ? { ...body, message: [message] } : body), { status, headers });
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
