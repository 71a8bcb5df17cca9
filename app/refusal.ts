import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "@/lib/contract/data/error";
import { describeError, type FirnError } from "@/lib/errors";

/** An answer of the web that is no page and no file: the API's own form of an error. */
export function refusal(statusCode: number, message: string): Response {
  const body: ErrorBody = { message, error: STATUS_CODES[statusCode] ?? "Error", statusCode };
  return Response.json(body, { status: statusCode, headers: { "cache-control": "no-store" } });
}

/** The same of an error that was raised on purpose, with the next step. */
export function refusalOf(error: FirnError): Response {
  return refusal(error.status, describeError(error));
}
