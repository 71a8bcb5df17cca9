import { statSync } from "node:fs";
import type { Kysely } from "kysely";
import { fileOf } from "./files";
import { cutLog } from "./log";

/** A shorter log is left alone. */
const SHORT_BYTES = 1 << 20;

/**
 * Empties a database's log into its file when nothing was written between two looks. While much is written, the engine
 * does so at its own pace.
 */
export class RestingLog<Tables> {
  readonly #db: Kysely<Tables>;
  #seen = "";

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** @throws StoreError STORE_FAILED when the disk fails */
  async look(): Promise<void> {
    const log = statSync(`${await fileOf(this.#db)}-wal`, { throwIfNoEntry: false });
    const seen = log === undefined ? "" : `${log.size} ${log.mtimeMs}`;
    const rests = seen === this.#seen;
    this.#seen = seen;
    if (rests && log !== undefined && log.size > SHORT_BYTES) await cutLog(this.#db);
  }
}
