import { Counter, type Registry } from "prom-client";
import type { BusyError } from "../errors";
import { ALWAYS, tooMuchAsked } from "./readers/queue";

/** How long the thread works on requests before it looks for what else has come, ms. */
const TURN_MS = 5;
/** The longest that a request waits for its turn, ms, while more than `ALWAYS` do. */
const MOST_MS = 50;

interface Waiting {
  at: number;
  enter: (isLate: boolean) => void;
}

/**
 * Where requests wait for the thread that accepts. All that have come at once would be one long turn of its event loop, in which Node
 * takes in one new connection. So it works on them for a few milliseconds at a time, and refuses those that have waited too long before
 * anything is done for them, which takes a small part of what letting one in does.
 */
export class Door {
  readonly #now: () => number;
  readonly #refused: Counter;
  #waiting: Waiting[] = [];
  /** When this turn's work ends; undefined before it has begun. */
  #turnEndsAt: number | undefined;

  /** @param now monotonic, ms */
  constructor(registry: Registry, now: () => number) {
    this.#now = now;
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

  /** Counts a request that is refused. */
  turnAway(): BusyError {
    this.#refused.inc();
    return tooMuchAsked();
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
