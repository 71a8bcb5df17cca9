import { BusyError } from "../../errors";
import type { Costs } from "./costs";

/** A request that waits for a thread. */
export interface Waiting<Place> {
  route: string;
  start(at: Place): void;
}

/** So many may always wait: a page of the web asks for a dozen things at once. */
const ALWAYS = 32;
/** Most that wait, whatever they cost: each holds its connection and its headers. */
const MOST = 1_000;

/** Requests that wait, in order, as many as can be answered in time. */
export class RequestQueue<Place> {
  readonly #waiting = new Set<Waiting<Place>>();
  readonly #costs: Costs;
  readonly #mostMs: number;

  /** @param mostMs how long the last one may expect to wait */
  constructor(costs: Costs, mostMs: number) {
    this.#costs = costs;
    this.#mostMs = mostMs;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** @param threads how many take from it @throws BusyError BUSY when it would wait too long */
  add(request: Waiting<Place>, threads: number): void {
    if (this.#waiting.size >= ALWAYS) {
      const waitMs = this.#expectedMs() / threads;
      if (waitMs > this.#mostMs || this.#waiting.size >= MOST)
        throw new BusyError("BUSY", "more is asked than can be answered in time", {
          hint: "ask again in a moment",
        });
    }
    this.#waiting.add(request);
  }

  /** Takes the first one. */
  take(): Waiting<Place> | undefined {
    const [first] = this.#waiting;
    if (first !== undefined) this.#waiting.delete(first);
    return first;
  }

  /** Takes one out of the line that nobody waits for any more. */
  remove(request: Waiting<Place>): void {
    this.#waiting.delete(request);
  }

  #expectedMs(): number {
    let sum = 0;
    for (const { route } of this.#waiting) sum += this.#costs.of(route);
    return sum;
  }
}
