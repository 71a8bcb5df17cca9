import { describeError, type ErrorCode, NodeError } from "../errors";

/** What a call may take at most, and how it is made. */
export interface HttpLimits {
  /** From sending to the last byte. */
  timeoutMs: number;
  /** A longer body is given up. */
  maxBytes: number;
  /** The platform's unless given. */
  fetch?: typeof fetch;
}

export interface HttpAnswer {
  status: number;
  text: string;
  /** How long the node asks to be left alone; absent when it says nothing. */
  retryAfterMs?: number | undefined;
}

/**
 * One exchange with the node; any status is an answer.
 * @throws NodeError NODE_UNREACHABLE, NODE_TIMEOUT, or NODE_BAD_ANSWER for a body that is too long
 *   (`details.tooLong`); what the caller's own signal was aborted with
 */
export async function exchange(url: URL, init: RequestInit, limits: HttpLimits): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    // A node redirects nobody: whatever does is not it.
    const response = await (limits.fetch ?? fetch)(url, { ...init, redirect: "manual", signal });
    const { status, headers } = response;
    const retryAfterMs = readRetryAfter(headers.get("retry-after"));
    return { status, text: await readText(response, limits.maxBytes, url), retryAfterMs };
  } catch (cause) {
    init.signal?.throwIfAborted();
    if (cause instanceof NodeError) throw cause;
    if (timeout.aborted) {
      throw new NodeError(
        "NODE_TIMEOUT",
        `no whole answer from ${url.origin} within ${limits.timeoutMs} ms`,
        {
          hint: "see whether the node is overloaded",
          cause,
        },
      );
    }
    throw new NodeError("NODE_UNREACHABLE", `no answer from ${url.origin} (${reasonOf(cause)})`, {
      hint: "start the node, or set FIRN_NODE_URL to where it listens",
      cause,
    });
  }
}

/** Seconds, or a date. @source RFC 9110, section 10.2.3 */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** When and how long to wait before the next attempt. */
export interface RetryPolicy {
  /** The first one included. */
  attempts: number;
  /** Before the second attempt; it doubles with each further one. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** Waits; rejects when the signal is aborted. Tests bring their own. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What time may mend. A node that answers an error, or has no index, answers the same the next time. */
const MENDED_BY_TIME: readonly ErrorCode[] = [
  "NODE_UNREACHABLE",
  "NODE_TIMEOUT",
  "NODE_BAD_ANSWER",
  "NODE_NOT_BOOTSTRAPPED",
];

/** Runs `attempt` until it succeeds, fails for good, or the policy's attempts are used up: then its last error. */
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

/** Whether an answer was given up for its length: asking for less may help, asking again does not. */
export function isTooLong(error: unknown): boolean {
  return error instanceof NodeError && error.details?.tooLong === true;
}

async function readText(response: Response, maxBytes: number, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `an answer from ${url.origin} is longer than ${maxBytes} bytes`,
        {
          details: { tooLong: true },
        },
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString();
}

/** fetch hides what happened in the cause of a TypeError. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  if (inner instanceof Error) return "code" in inner ? String(inner.code) : inner.message;
  return describeError(cause);
}
