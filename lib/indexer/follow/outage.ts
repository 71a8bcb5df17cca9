import { isLimit } from "../../client/limits";
import { describeError, type NodeError } from "../../errors";
import type { Log } from "../../log";

/** A node that does not answer. Logged once for all its streams, and once more when all of them have an answer. */
export class Outage {
  readonly #log: Log;
  /** Streams that wait for an answer. */
  readonly #waiting = new Set<string>();
  #isLogged = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** A node that limits requests is logged by its pace. */
  begins(stream: string, error: NodeError, delayMs: number): void {
    this.#waiting.add(stream);
    if (this.#isLogged || isLimit(error)) return;
    this.#isLogged = true;
    this.#log.warn(`the node is away: ${describeError(error)}`, { stream, delayMs });
  }

  ends(stream: string): void {
    if (!this.#waiting.delete(stream) || this.#waiting.size > 0) return;
    if (this.#isLogged) this.#log.info("the node answers again", { stream });
    this.#isLogged = false;
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
