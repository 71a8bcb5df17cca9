import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { StoreError } from "../../errors";
import { type Db, snapshot } from "../db";
import type { Reading } from "../reading";
import type { Reader } from "../stores";
import { isAway } from "./errors";
import type { ServerVersion } from "./version";

/** How long a replica that is behind is waited for, and how often it is looked at, ms. */
const WAIT_MS = 500;
const LOOK_MS = 10;
/** How long a replica may take to say how far it is: one that hangs is done without, ms. */
export const HANG_MS = 2_000;
/** How long a replica that was away, or hung, is not asked, ms. */
const REST_MS = 5_000;

export interface SchemaReaderOptions<Tables> {
  /** The primary server, if `db` is a replica: it answers while the replica is behind or away. */
  primary?: Db<Tables> | undefined;
  /** Tells of commits; absent where more than one server answers. */
  version?: ServerVersion | undefined;
  /** Throws unless the store has the schema that this program reads. */
  expect: (db: Db<Tables>) => Promise<void>;
}

const BEHIND = Symbol("behind");
const HANGS = Symbol("hangs");

/**
 * Reads the store of a schema, and the new one when the schema is made anew. Snapshots run beside each other. One reader never
 * goes back in time, whichever server answers.
 */
export class SchemaReader<Tables> implements Reader<Tables> {
  readonly #db: Db<Tables>;
  readonly #options: SchemaReaderOptions<Tables>;
  #isKnown = false;
  /** How far the newest snapshot was: all checkpoints of the store, added up. */
  #seen = 0;
  /** When the replica may be asked again, by the process's clock. */
  #restsUntilMs = 0;

  constructor(db: Db<Tables>, options: SchemaReaderOptions<Tables>) {
    this.#db = db;
    this.#options = options;
  }

  async snapshot<T>(work: (db: Db<Tables>) => Promise<T>, reading?: Reading): Promise<T> {
    try {
      const { primary } = this.#options;
      return await (primary === undefined
        ? this.#read(this.#db, work, reading)
        : this.#readReplica(primary, work, reading));
    } catch (error) {
      // Another store may stand there the next time.
      if (error instanceof StoreError) {
        this.#isKnown = false;
        if (!isAway(error) && error.code !== "STORE_TIMEOUT") this.#seen = 0;
      }
      throw error;
    }
  }

  /** Of the whole server: it has no number that changes with one store alone. */
  async version(): Promise<string | undefined> {
    return this.#options.version?.read();
  }

  async close(): Promise<void> {}

  async #readReplica<T>(
    primary: Db<Tables>,
    work: (db: Db<Tables>) => Promise<T>,
    reading: Reading | undefined,
  ): Promise<T> {
    const askedMs = performance.now();
    const isPatient = () => performance.now() < askedMs + WAIT_MS;
    for (; askedMs >= this.#restsUntilMs && isPatient(); await sleep(LOOK_MS)) {
      try {
        const result = await this.#askReplica(work, reading);
        if (result === HANGS) this.#restsUntilMs = performance.now() + REST_MS;
        else if (result !== BEHIND) return result;
      } catch (error) {
        if (!isAway(error)) throw error;
        this.#restsUntilMs = performance.now() + REST_MS;
      }
    }
    const answer = async (db: Db<Tables>) => {
      this.#seen = Math.max(this.#seen, await positionOf(db));
      return work(db);
    };
    return this.#read(primary, answer, reading);
  }

  /** What the replica answers, unless it is behind or says nothing. */
  #askReplica<T>(
    work: (db: Db<Tables>) => Promise<T>,
    reading: Reading | undefined,
  ): Promise<T | typeof BEHIND | typeof HANGS> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        resolve(HANGS);
      }, HANG_MS);
      const answer = async (db: Db<Tables>) => {
        const position = await positionOf(db);
        clearTimeout(timer);
        // Late, the primary has been asked already.
        if (isLate || position < this.#seen) return BEHIND;
        this.#seen = position;
        return work(db);
      };
      this.#read(this.#db, answer, reading)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  #read<T>(from: Db<Tables>, work: (db: Db<Tables>) => Promise<T>, reading: Reading | undefined): Promise<T> {
    const answer = async (db: Db<Tables>) => {
      if (!this.#isKnown) await this.#options.expect(db);
      this.#isKnown = true;
      return work(db);
    };
    return snapshot(from, answer, reading);
  }
}

async function positionOf<Tables>(db: Db<Tables>): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(sum(next_index), 0) as position from checkpoint`.execute(db);
  return rows[0]?.position ?? 0;
}
