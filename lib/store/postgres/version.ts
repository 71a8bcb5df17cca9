import type { Pool } from "pg";
import { hasCitus } from "./pool";

/**
 * Tells whether anything was committed to a server. Its text for a moment names the transactions that can't be seen then, so
 * that two equal texts see the same rows. It changes with any commit, also to another schema or database, and with a restart.
 */
export class ServerVersion {
  readonly #pool: Pool;
  #asked: Promise<unknown> = Promise.resolve();
  #next: Promise<string | undefined> | undefined;

  /** @param pool has a connection to spare, however many answers are being made */
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * The text of a moment after the call: whoever calls while the server is asked shares the next question. Undefined where
   * the server's text does not tell, or nobody answers: whoever reads the store itself says so.
   */
  read(): Promise<string | undefined> {
    this.#next ??= this.#asked.then(() => {
      this.#next = undefined;
      const asked = this.#ask().catch(() => undefined);
      this.#asked = asked;
      return asked;
    });
    return this.#next;
  }

  async #ask(): Promise<string | undefined> {
    const client = await this.#pool.connect();
    try {
      // Rows may be with other servers, whose transactions this one does not know.
      if (hasCitus(client)) return undefined;
      const { rows } = await client.query<{ text: string }>({
        name: "version",
        // A server that lost its last transactions in a crash or a failover gives their numbers to others.
        text: "select concat_ws(' ', pg_postmaster_start_time(), pg_current_snapshot()) as text",
      });
      return rows[0]?.text;
    } finally {
      client.release();
    }
  }
}
