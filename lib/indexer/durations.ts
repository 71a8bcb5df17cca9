import { describeError } from "../errors";
import type { Log } from "../log";
import { writeVerbDurations } from "../store/bookkeeping/verb-durations";
import type { PrimaryDb } from "../store/db";

/** Adds up the time that each verb took since the start; `write` stores the sums. */
export class VerbDurations {
  readonly #sums = new Map<string, { count: number; totalMs: number }>();
  #changed = false;

  observe(verb: string, milliseconds: number): void {
    const { count, totalMs } = this.#sums.get(verb) ?? { count: 0, totalMs: 0 };
    this.#sums.set(verb, { count: count + 1, totalMs: totalMs + milliseconds });
    this.#changed = true;
  }

  /** Writes the sums that changed. A failure is only logged: they are written again. */
  async write(db: PrimaryDb, log: Log): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    const rows = [...this.#sums].map(([verb, { count, totalMs }]) => ({
      verb,
      count,
      total_ms: Math.round(totalMs),
    }));
    await writeVerbDurations(db, rows).catch((error: unknown) => {
      this.#changed = true;
      log.warn(`durations were not written: ${describeError(error)}`);
    });
  }
}
