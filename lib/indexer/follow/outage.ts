import { isLimit } from "../../client/limits";
import { describeError, type ErrorCode, type NodeError } from "../../errors";
import type { Log } from "../../log";

/** Errors of a node that gave no answer at all. */
const GONE: ReadonlySet<string> = new Set<ErrorCode>(["NODE_UNREACHABLE", "NODE_TIMEOUT"]);

/** A node that does not answer, or not with what is asked. Logged once for all its streams, and once more when all of them have an answer. */
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
    const said = GONE.has(error.code) ? "the node is away" : "waiting for the node";
    this.#waiting.add(stream);
    if (this.#isLogged || isLimit(error)) return;
    this.#isLogged = true;
    this.#log.warn(`${said}: ${describeError(error)}`, { stream, delayMs });
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
