import { StoreError } from "../../errors";
import { type Db, snapshot } from "../db";
import type { Reader } from "../stores";

/** Reads the store of a schema, and the new one when the schema is made anew. Snapshots run beside each other. */
export class SchemaReader<Tables> implements Reader<Tables> {
  readonly #db: Db<Tables>;
  readonly #expect: (db: Db<Tables>) => Promise<void>;
  #isKnown = false;

  /** @param expect throws unless the store has the schema that this program reads */
  constructor(db: Db<Tables>, expect: (db: Db<Tables>) => Promise<void>) {
    this.#db = db;
    this.#expect = expect;
  }

  async snapshot<T>(work: (db: Db<Tables>) => Promise<T>): Promise<T> {
    try {
      return await snapshot(this.#db, async (db) => {
        if (!this.#isKnown) await this.#expect(db);
        this.#isKnown = true;
        return work(db);
      });
    } catch (error) {
      // Another store may stand there the next time.
      if (error instanceof StoreError) this.#isKnown = false;
      throw error;
    }
  }

  async close(): Promise<void> {}
}
