import { BusyError } from "../../errors";

/** A request that waits for a thread. */
export interface Waiting<Place> {
  start(at: Place): void;
}

export interface QueueOptions {
  /** Once the first one has waited longer, no more are taken in, ms. */
  mostMs: number;
  /** Monotonic, ms. */
  now: () => number;
}

/** So many may always wait: a page of the web asks for a dozen things at once. */
export const ALWAYS = 16;
/** Most that wait: each holds its connection and its headers. */
const MOST = 1_000;

/** Requests that wait, in order, as many as can be answered in time. */
export class RequestQueue<Place> {
  /** Each with the time since which it waits. */
  readonly #waiting = new Map<Waiting<Place>, number>();
  readonly #options: QueueOptions;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** @throws BusyError BUSY when it would wait too long */
  add(request: Waiting<Place>): void {
    const { mostMs, now } = this.#options;
    const [since = now()] = this.#waiting.values();
    if (this.#waiting.size >= MOST || (this.#waiting.size >= ALWAYS && now() - since > mostMs))
      throw tooMuchAsked();
    this.#waiting.set(request, now());
  }

  /** Takes the first one. */
  take(): Waiting<Place> | undefined {
    const [first] = this.#waiting.keys();
    if (first !== undefined) this.#waiting.delete(first);
    return first;
  }

  /** Takes one out of the line that nobody waits for any more. */
  remove(request: Waiting<Place>): void {
    this.#waiting.delete(request);
  }
}

/** Says why a request is refused that would wait too long. */
export function tooMuchAsked(): BusyError {
  return new BusyError("BUSY", "more is asked than can be answered in time", {
    hint: "ask again in a moment",
  });
}
