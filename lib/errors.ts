import { asTyped } from "./command-names";

/**
 * Every error of this program. The class says who must act, `code` says what happened. Each code appears once in
 * `CODES`, with the HTTP status of an answer that carries the error.
 */
export const CODES = {
  // InputError: the caller must change the request
  BAD_PARAMETER: 400,
  BAD_PAGE_TOKEN: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  ORIGIN_REFUSED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  HOST_REFUSED: 421,
  RATE_LIMITED: 429,
  // ConfigError: the operator must change a setting
  CONFIG_INVALID: 500,
  PORT_BUSY: 500,
  WRONG_NETWORK: 500,
  STORE_NEWER: 500,
  LEASE_HELD: 500,
  INDEX_INCOMPLETE: 500,
  // NodeError: the node must come back or enable something
  NODE_UNREACHABLE: 503,
  NODE_TIMEOUT: 503,
  NODE_BAD_ANSWER: 502,
  NODE_RPC_ERROR: 502,
  NODE_NOT_BOOTSTRAPPED: 503,
  NODE_LIMITED: 503,
  INDEX_DISABLED: 503,
  ADMIN_DISABLED: 503,
  DEBUG_DISABLED: 503,
  STATE_MISSING: 503,
  NOTHING_INDEXED: 503,
  HISTORY_PARTIAL: 503,
  API_UNREACHABLE: 502,
  API_TIMEOUT: 504,
  API_BAD_ANSWER: 502,
  // DataError: the bytes are inconsistent
  BYTES_TRUNCATED: 500,
  BYTES_TRAILING: 500,
  BYTES_INVALID: 500,
  UNKNOWN_TYPE: 500,
  CHECKSUM_MISMATCH: 500,
  ID_MISMATCH: 500,
  EXECUTION_MISMATCH: 500,
  HEAD_MISMATCH: 500,
  INDEX_MISMATCH: 500,
  SIGNATURE_INVALID: 500,
  BALANCE_NEGATIVE: 500,
  LEDGER_MISMATCH: 500,
  // StoreError: disk or database failed
  STORE_FAILED: 500,
  STORE_ABSENT: 503,
  STORE_OLDER: 503,
  STORE_DAMAGED: 500,
  STORE_CONFLICT: 500,
  STORE_AWAY: 503,
  STORE_TIMEOUT: 503,
  // BusyError: whoever asks must try again later
  BUSY: 503,
  ANSWER_TIMEOUT: 503,
  READ_ENDED: 503,
  // a bug
  INTERNAL: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof CODES;

export interface ErrorOptions {
  /** What the person who must act should do next. */
  hint?: string;
  cause?: unknown;
  /** Logged, never sent to a client. */
  details?: Record<string, unknown>;
}

/** Where an error keeps the kinds that it is of. */
const KINDS = Symbol.for("firn.errors");

/**
 * Base of every error that this program throws on purpose. `message` states facts and values. A process may load this file
 * several times, once for each of its bundles, and they share what throws: `instanceof` goes by `kind`.
 */
export abstract class FirnError extends Error {
  static readonly kind: string = "FirnError";

  static override [Symbol.hasInstance](value: unknown): boolean {
    const kinds = (value as { [KINDS]?: readonly string[] } | null | undefined)?.[KINDS];
    // biome-ignore lint/complexity/noThisInStatic: `this` is the class that is asked for, which may be a subclass
    return kinds?.includes(this.kind) ?? false;
  }

  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(redactUrls(asTyped(message)), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.kind;
    Object.defineProperty(this, KINDS, { value: [FirnError.kind, new.target.kind] });
    this.code = code;
    this.hint = options.hint === undefined ? undefined : redactUrls(asTyped(options.hint));
    this.details = options.details;
  }

  /** HTTP status of an answer that carries this error. */
  get status(): number {
    return CODES[this.code];
  }
}

/** The caller must change the request. Status 4xx, never retried. */
export class InputError extends FirnError {
  static override readonly kind = "InputError";
}
/** The operator must change a setting. Firn refuses to start. */
export class ConfigError extends FirnError {
  static override readonly kind = "ConfigError";
}
/** The node must come back or enable something. Retried with backoff. */
export class NodeError extends FirnError {
  static override readonly kind = "NodeError";
}
/** The bytes are inconsistent. Stops this chain and keeps the evidence; other chains continue. */
export class DataError extends FirnError {
  static override readonly kind = "DataError";
}
/** More is asked than can be answered in time. Whoever asks tries again later. */
export class BusyError extends FirnError {
  static override readonly kind = "BusyError";
}
/** Disk or database failed. The transaction is rolled back and retried, then the process exits. */
export class StoreError extends FirnError {
  static override readonly kind = "StoreError";
  /** Whether the store may be well again without anybody changing it: the disk was full, say. */
  readonly passes: boolean;

  constructor(code: ErrorCode, message: string, options: ErrorOptions & { passes?: boolean } = {}) {
    super(code, message, options);
    this.passes = options.passes ?? false;
  }
}

/** One sentence for a person: the facts, then the next step. */
export function describeError(error: unknown): string {
  if (error instanceof FirnError) return error.hint ? `${error.message}: ${error.hint}` : error.message;
  return error instanceof Error ? redactUrls(error.message) : redactUrls(String(error));
}

/**
 * Removes the credentials of URLs: `http://user:pass@host/` becomes `http://host/`, and `?token=abc` becomes `?token=…`
 * wherever the name of a parameter says that its value is a secret.
 */
export function redactUrls(text: string): string {
  // Looks behind only for the end of the scheme. Matching a scheme from its start is quadratic: minutes for a long
  // word.
  return text
    .replace(/(?<=[a-z0-9+.-]:\/\/)[^\s/@]*@/gi, "")
    .replace(/(?<=[?&])([\w.-]{0,40})=([^&\s"'<>#]+)/g, (whole, name: string) =>
      SECRET_NAME.test(name) ? `${name}=…` : whole,
    );
}

/** Names of parameters and members whose values nobody should read. */
export const SECRET_NAME = /key|token|secret|passw|pwd|^auth|credential|signature|cookie/i;
