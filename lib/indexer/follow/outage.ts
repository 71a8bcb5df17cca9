import { describeError, type NodeError } from "../../errors";
import type { Log } from "../../log";

/** A node that does not answer. Logged once for all its streams, and once more when all of them have an answer. */
export class Outage {
  readonly #log: Log;
  /** Streams that wait for an answer. */
  readonly #waiting = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  begins(stream: string, error: NodeError, delayMs: number): void {
    if (this.#waiting.size === 0)
      this.#log.warn(`the node is away: ${describeError(error)}`, { stream, delayMs });
    this.#waiting.add(stream);
  }

  ends(stream: string): void {
    if (this.#waiting.delete(stream) && this.#waiting.size === 0)
      this.#log.info("the node answers again", { stream });
  }

  /** `stream` gave up the request that had no answer. */
  forget(stream: string): void {
    this.#waiting.delete(stream);
  }

  /** Whether `stream` waits for an answer. */
  has(stream: string): boolean {
    return this.#waiting.has(stream);
  }
}
