import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "../../contract/data/error";
import { describeError, FirnError } from "../../errors";
import type { Log } from "../../log";

/**
 * Turns anything thrown during a request into an answer: status, body, headers. Server errors are logged. `lists`: the
 * body's message is a list of sentences, as on the metrics interface.
 */
export function answerError(error: unknown, request: { id: string; log: Log; lists: boolean }): Response {
  const status = error instanceof FirnError ? error.status : 500;
  const message = error instanceof FirnError ? describeError(error) : `internal error, request ${request.id}`;
  if (status >= 500)
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
  if (status === 503) headers.set("retry-after", "5");
  if (status === 429) headers.set("retry-after", "1");
  const body = errorBody(status, message);
  return new Response(JSON.stringify(request.lists ? { ...body, message: [message] } : body), {
    status,
    headers,
  });
}

/** The body of every answer with an error status. */
export function errorBody(statusCode: number, message: string): ErrorBody {
  return { message, error: STATUS_CODES[statusCode] ?? "Error", statusCode };
}
