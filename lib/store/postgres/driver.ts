import type { Driver } from "kysely";
import type { Pool } from "pg";
import { numberOf } from "./advisory";
import { PostgresConnection } from "./connection";
import { storeError } from "./errors";

/** Runs the statements of one schema over the connections of a pool. */
export class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #writes: boolean;

  constructor(pool: Pool, { schema, writes }: { schema: string; writes: boolean }) {
    this.#pool = pool;
    this.#schema = schema;
    this.#writes = writes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), {
        schema: this.#schema,
        writes: this.#writes,
      });
    } catch (error) {
      throw storeError(error);
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release(connection.broken);
  }

  /** Transactions that write a schema run one after the other, as they do in an embedded store. */
  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.runTexts("begin", `select pg_advisory_xact_lock(${numberOf("commit", this.#schema)})`);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.runTexts("commit");
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // The server rolls back what a lost connection began.
    if (connection.broken) return;
    try {
      await connection.runTexts("rollback");
    } catch {
      connection.broken = true;
    }
  }

  /** The pool is its owner's. */
  async destroy(): Promise<void> {}
}
