import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { createGunzip } from "node:zlib";

export interface SendLimits {
  /** From sending to the last byte. */
  timeoutMs: number;
  /** A longer body is refused. */
  maxBytes: number;
}

/** What is sent. Text bodies only. */
export type Sent = Pick<RequestInit, "method" | "headers" | "signal"> & { body?: string };

/** An answer as received. */
export interface Received {
  status: number;
  /** The header of that name. */
  retryAfter: string | null;
  /** Undefined for a body that is too long. */
  body: Buffer | undefined;
}

/**
 * One request within the limits, which follows no redirect. Rejects with `LATE` after the time limit, with the reason of
 * the signal once that is aborted, and with any other error when there is no whole answer.
 */
export type Send = (url: URL, sent: Sent, limits: SendLimits) => Promise<Received>;

/** Says that there was no whole answer within the time limit. */
export const LATE = Symbol("late");

/** Codes of a request on a connection that the other side has closed. */
const CLOSED: readonly (string | undefined)[] = ["ECONNRESET", "EPIPE"];

export interface KeepAliveOptions {
  /** At most, to one server; any number by default. */
  connections?: number;
  /** How long a connection is kept that nobody uses, ms: a router in between may drop it without a word. */
  idleMs?: number;
}

const IDLE_MS = 4_000;

const HEADERS = { accept: "*/*", "user-agent": "firn" };

/**
 * Sends requests over connections that are kept: a fraction of the work of the platform's `fetch`, which needs a stream and
 * two signals for each. A server behind TLS is asked for compressed answers, a node next door is not.
 */
export function openKeepAlive({
  connections = Number.POSITIVE_INFINITY,
  idleMs = IDLE_MS,
}: KeepAliveOptions = {}): Send {
  const options = { keepAlive: true, maxSockets: connections, timeout: idleMs };
  const agents = { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };
  const aborts = new Aborts();
  return (url, sent, limits) => {
    const isSecure = url.protocol === "https:";
    const open = isSecure ? httpsRequest : httpRequest;
    const given = {
      method: sent.method ?? "GET",
      headers: {
        ...HEADERS,
        ...(isSecure && { "accept-encoding": "gzip" }),
        ...(sent.headers as Record<string, string>),
      },
      agent: agents[isSecure ? "https:" : "http:"],
    };
    return ask(() => open(url, given), sent, { ...limits, aborts });
  };
}

/** What each signal ends. Many requests share a signal, which has one listener for all of them. */
class Aborts {
  readonly #of = new WeakMap<AbortSignal, Set<() => void>>();

  add(signal: AbortSignal, end: () => void): void {
    let ends = this.#of.get(signal);
    if (ends === undefined) {
      const all = new Set<() => void>();
      signal.addEventListener("abort", () => {
        for (const each of all) each();
      });
      this.#of.set(signal, all);
      ends = all;
    }
    ends.add(end);
  }

  remove(signal: AbortSignal, end: () => void): void {
    this.#of.get(signal)?.delete(end);
  }
}

/**
 * One timer for all of it: a signal for each request, and reading an answer as a stream, would cost more than the request
 * itself.
 */
function ask(
  open: () => ClientRequest,
  { body, signal }: Pick<Sent, "body" | "signal">,
  { timeoutMs, maxBytes, aborts }: SendLimits & { aborts: Aborts },
): Promise<Received> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let request: ClientRequest;
    let isOver = false;
    const timer = setTimeout(() => fail(LATE), timeoutMs);
    const onAbort = () => fail(signal?.reason);
    if (signal) aborts.add(signal, onAbort);

    function end(finish: () => void): void {
      isOver = true;
      clearTimeout(timer);
      if (signal) aborts.remove(signal, onAbort);
      finish();
    }
    function fail(reason: unknown): void {
      end(() => reject(reason));
      request.destroy();
    }

    function send(isRetry: boolean): void {
      request = open();
      request.on("response", (answer) => {
        const { statusCode: status = 0, headers } = answer;
        const retryAfter = headers["retry-after"] ?? null;
        const chunks: Buffer[] = [];
        let length = 0;
        const give = (received: Buffer | undefined) =>
          end(() => resolve({ status, retryAfter, body: received }));
        const content = headers["content-encoding"] === "gzip" ? answer.pipe(createGunzip()) : answer;
        content.on("data", (chunk: Buffer) => {
          length += chunk.length;
          chunks.push(chunk);
          if (length <= maxBytes || isOver) return;
          give(undefined);
          request.destroy();
        });
        content.on("end", () => give(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)));
        content.on("error", fail);
        answer.on("error", fail);
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The node may close a connection at the moment when it is used again. Then it has not read the request.
        if (request.reusedSocket && CLOSED.includes(error.code) && !isRetry && !isOver) send(true);
        else fail(error);
      });
      request.end(body);
    }
    send(false);
  });
}
