import { describeError, type ErrorCode, NodeError } from "../errors";
import { readBytes } from "../read-bytes";
import { LATE, openKeepAlive, type Send, type SendLimits, type Sent } from "./keep-alive";

/** Limits of a call, and how it is made. */
export interface HttpLimits extends SendLimits {
  /** Sends by this in place of connections that are kept. */
  fetch?: typeof fetch;
  /** Sends over these connections in place of those that all share. */
  send?: Send;
}

const sendByShared = openKeepAlive();

export interface HttpAnswer {
  status: number;
  text: string;
  /** How long the node asks to wait; undefined if it does not say. */
  retryAfterMs?: number | undefined;
}

/**
 * One HTTP exchange with the node. Any status is an answer.
 * @throws NodeError NODE_UNREACHABLE, NODE_TIMEOUT, or NODE_BAD_ANSWER for a body that is too long (`details.tooLong`);
 * the reason of the caller's own signal if that was aborted
 */
export async function exchange(url: URL, sent: Sent, limits: HttpLimits): Promise<HttpAnswer> {
  const { send = limits.fetch ? sendByFetch(limits.fetch) : sendByShared } = limits;
  try {
    const { status, retryAfter, body } = await send(url, sent, limits);
    if (body !== undefined)
      return { status, text: body.toString(), retryAfterMs: readRetryAfter(retryAfter) };
  } catch (cause) {
    sent.signal?.throwIfAborted();
    if (cause === LATE) {
      throw new NodeError(
        "NODE_TIMEOUT",
        `no whole answer from ${url.origin} within ${limits.timeoutMs} ms`,
        {
          hint: "check whether the node is overloaded",
        },
      );
    }
    throw new NodeError("NODE_UNREACHABLE", `no answer from ${url.origin} (${reasonOf(cause)})`, {
      hint: "start the node, or set FIRN_NODE_URL to where it listens",
      cause,
    });
  }
  const message = `an answer from ${url.origin} is longer than ${limits.maxBytes} bytes`;
  throw new NodeError("NODE_BAD_ANSWER", message, { details: { tooLong: true } });
}

/** The same with a server that is no node. @throws Error whose message has no hint about one */
export async function exchangeElsewhere(url: URL, sent: Sent, limits: HttpLimits): Promise<HttpAnswer> {
  try {
    return await exchange(url, sent, limits);
  } catch (cause) {
    throw new Error((cause as Error).message, { cause });
  }
}

function sendByFetch(fetchIt: typeof fetch): Send {
  return async (url, sent, { timeoutMs, maxBytes }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout;
    try {
      // A node never redirects: whatever does is not a node.
      const response = await fetchIt(url, { ...sent, redirect: "manual", signal });
      const body = await readBytes(response.body ?? [], maxBytes);
      return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
    } catch (cause) {
      throw timeout.aborted ? LATE : cause;
    }
  };
}

/** Seconds, or a date. @source RFC 9110, section 10.2.3 */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** When to try again, and after which delay. */
export interface RetryPolicy {
  /** Including the first. */
  attempts: number;
  /** Before the second attempt. Doubles with each further attempt. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** Waits; rejects if the signal is aborted. Tests pass their own. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Errors that may pass with time. A node with an error in its answer, or without an index, gives the same answer next
 * time.
 */
const MENDED_BY_TIME: readonly ErrorCode[] = [
  "NODE_UNREACHABLE",
  "NODE_TIMEOUT",
  "NODE_BAD_ANSWER",
  "NODE_NOT_BOOTSTRAPPED",
  "NODE_LIMITED",
];

/** Runs `attempt` until it succeeds, fails permanently, or runs out of attempts; then throws its last error. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  signal?: AbortSignal,
): Promise<T> {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt();
    } catch (error) {
      const passes = error instanceof NodeError && MENDED_BY_TIME.includes(error.code) && !isTooLong(error);
      if (!passes || failed >= policy.attempts) throw error;
      await policy.sleep(Math.min(policy.firstDelayMs * 2 ** (failed - 1), policy.maxDelayMs), signal);
    }
  }
}

/** Whether an answer was too long. A smaller request may help, a repetition does not. */
export function isTooLong(error: unknown): boolean {
  return error instanceof NodeError && error.details?.tooLong === true;
}

/** fetch puts the reason into the cause of a TypeError. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (inner instanceof Error && "code" in inner) return String(inner.code);
  return inner === cause ? describeError(cause) : (inner as Error).message;
}
