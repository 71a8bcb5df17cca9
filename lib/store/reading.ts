import { BusyError } from "../errors";

/** The statements of one answer, in whichever snapshots they run. */
export class Reading {
  readonly #isOver: () => boolean;
  #tookMs = 0;
  /** Statements that run, and when the first of them began. */
  #running = 0;
  #fromMs = 0;

  /** @param isOver whether nobody waits for the answer any more */
  constructor(isOver: () => boolean) {
    this.#isOver = isOver;
  }

  /** Time that its statements took so far, ms; what ran beside each other counts once. */
  get tookMs(): number {
    return this.#tookMs;
  }

  /**
   * Starts a statement. `end` is called once for each that was started.
   * @throws BusyError READ_ENDED when nobody waits for the answer any more
   */
  begin(): void {
    if (this.#isOver()) throw new BusyError("READ_ENDED", "nobody waits for this answer any more");
    if (this.#running === 0) this.#fromMs = performance.now();
    this.#running += 1;
  }

  /** Ends a statement, whether it succeeded or failed. */
  end(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#tookMs += performance.now() - this.#fromMs;
  }
}
