import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "@/lib/contract/data/error";
import { describeError, type FirnError } from "@/lib/errors";

/** An error of the web in the API's form, for answers that are neither page nor file. */
export function refusal(statusCode: number, message: string): Response {
  const body: ErrorBody = { message, error: STATUS_CODES[statusCode] ?? "Error", statusCode };
  return Response.json(body, { status: statusCode, headers: { "cache-control": "no-store" } });
}

/** The answer for an expected error, with the next step. */
export function refusalOf(error: FirnError): Response {
  return refusal(error.status, describeError(error));
}
