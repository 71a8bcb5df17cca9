import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "../../contract/data/error";
import { describeError, FirnError } from "../../errors";
import type { Log } from "../../log";

/**
 * Everything thrown on the way to an answer becomes one here: status, body, headers. Server faults are logged.
 * `lists`: the message is a list of sentences, as on the metrics interface.
 */
export function answerError(error: unknown, request: { id: string; log: Log; lists: boolean }): Response {
  const status = error instanceof FirnError ? error.status : 500;
  const message = error instanceof FirnError ? describeError(error) : `internal error, request ${request.id}`;
  if (status >= 500)
    request.log.error(`a request was answered ${status}: ${message}`, {
      requestId: request.id,
      err: error,
      details: error instanceof FirnError ? error.details : undefined,
    });
  const headers = new Headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  // SDKs retry every 5xx; a state that passes says when.
  if (status === 503) headers.set("retry-after", "5");
  if (status === 429) headers.set("retry-after", "1");
  const body = errorBody(status, message);
  return new Response(JSON.stringify(request.lists ? { ...body, message: [message] } : body), {
    status,
    headers,
  });
}

/** The one body of every answer that is no 200. */
export function errorBody(statusCode: number, message: string): ErrorBody {
  return { message, error: STATUS_CODES[statusCode] ?? "Error", statusCode };
}
