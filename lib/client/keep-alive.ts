import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type HttpLimits, LATE, type Received, type Send, type Sent } from "./http";

/**
 * Sends many small requests to one node, such as one per block: less than half the work of the platform's `fetch`. Asks
 * for no compression.
 */
export function openKeepAlive(connections: number): Send {
  const options = { keepAlive: true, maxSockets: connections };
  const agents = { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };
  const aborts = new Aborts();
  return (url, sent, limits) => {
    const isSecure = url.protocol === "https:";
    const open = isSecure ? httpsRequest : httpRequest;
    const given = {
      method: sent.method ?? "GET",
      headers: { ...(sent.headers as Record<string, string>) },
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
  { timeoutMs, maxBytes, aborts }: Pick<HttpLimits, "timeoutMs" | "maxBytes"> & { aborts: Aborts },
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
        answer.on("data", (chunk: Buffer) => {
          length += chunk.length;
          chunks.push(chunk);
          if (length <= maxBytes || isOver) return;
          give(undefined);
          request.destroy();
        });
        answer.on("end", () => give(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)));
        answer.on("error", fail);
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The node may close a connection at the moment when it is used again. Then it has not read the request.
        if (request.reusedSocket && error.code === "ECONNRESET" && !isRetry && !isOver) send(true);
        else fail(error);
      });
      request.end(body);
    }
    send(false);
  });
}
