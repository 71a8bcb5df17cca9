import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, type Registry } from "prom-client";
import { describeError } from "../errors";
import { originHeaders } from "./middleware/callers";
import { errorHeaders, errorText } from "./middleware/errors";
import { idOfRequest } from "./middleware/request-id";
import { ALWAYS, tooMuchAsked } from "./readers/queue";
import type { Interface } from "./request/interface-of";

/** How long the thread works on requests before it looks for what else has come, ms. */
const TURN_MS = 1;
/** The longest that a request waits for its turn, ms, while more than `ALWAYS` do. */
const MOST_MS = 50;

/** What every refused request is told. */
const BUSY = tooMuchAsked();
const REFUSAL = describeError(BUSY);
const REFUSAL_HEADERS = errorHeaders(BUSY.status, BUSY);

interface Waiting {
  at: number;
  enter: (isLate: boolean) => void;
}

/**
 * Where requests wait for the thread that accepts. All that have come at once would be one long turn of its event loop, in which Node
 * takes in one new connection. So it works on them for a millisecond at a time, and refuses those that have waited too long before
 * anything is done for them, which takes a small part of what letting one in does.
 */
export class Door {
  readonly #now: () => number;
  readonly #allowedOrigins: readonly string[];
  readonly #refused: Counter;
  #waiting: Waiting[] = [];
  /** When this turn's work ends; undefined before it has begun. */
  #turnEndsAt: number | undefined;

  /**
   * @param now monotonic, ms
   * @param allowedOrigins pages that may read refusals, as they may read answers
   */
  constructor(registry: Registry, now: () => number, allowedOrigins: readonly string[]) {
    this.#now = now;
    this.#allowedOrigins = allowedOrigins;
    this.#refused = new Counter({
      name: "firn_api_turned_away_requests_total",
      help: "Requests refused before anything was done for them, because the thread that accepts could not keep up.",
      registers: [registry],
    });
  }

  /** @param enter called at once, or in a later turn; `isLate` when the request is to be refused */
  arrive(enter: Waiting["enter"]): void {
    const now = this.#now();
    if (this.#turnEndsAt === undefined) {
      this.#turnEndsAt = now + TURN_MS;
      setImmediate(() => this.#turn());
    }
    if (this.#waiting.length === 0 && now < this.#turnEndsAt) enter(false);
    else this.#waiting.push({ at: now, enter });
  }

  /** Refuses a request. Those come in thousands, so it costs as little as can be. */
  turnAway({ headers: sent }: IncomingMessage, response: ServerResponse, form: Interface): void {
    this.#refused.inc();
    const text = errorText(BUSY.status, { message: REFUSAL, form });
    const id = sent["x-request-id"];
    response.writeHead(BUSY.status, {
      ...REFUSAL_HEADERS,
      ...originHeaders(sent.origin, this.#allowedOrigins),
      "x-request-id": idOfRequest(typeof id === "string" ? id : undefined),
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  }

  #turn(): void {
    this.#turnEndsAt = undefined;
    if (this.#waiting.length === 0) return;
    this.#turnEndsAt = this.#now() + TURN_MS;
    setImmediate(() => this.#turn());
    let done = 0;
    for (const { at, enter } of this.#waiting) {
      const now = this.#now();
      if (done > 0 && now >= this.#turnEndsAt) break;
      enter(now - at > MOST_MS && this.#waiting.length - done > ALWAYS);
      done += 1;
    }
    this.#waiting = this.#waiting.slice(done);
  }
}
