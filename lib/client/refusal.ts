import { type ErrorCode, InputError, NodeError } from "../errors";

/**
 * The error for an unsuccessful answer of one of Firn's own services. An InputError by its status, with
 * `details.retryAfterSeconds` if given; NodeError API_BAD_ANSWER for any status that is not the caller's fault.
 */
export function refusalOf({ status, headers }: Response, message: string): InputError | NodeError {
  const code = INPUT_CODES[status];
  if (code === undefined) return new NodeError("API_BAD_ANSWER", message);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  return new InputError(
    code,
    message,
    Number.isFinite(retryAfter) ? { details: { retryAfterSeconds: retryAfter } } : {},
  );
}

const INPUT_CODES: Record<number, ErrorCode> = {
  400: "BAD_PARAMETER",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  429: "RATE_LIMITED",
};
