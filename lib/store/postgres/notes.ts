import type { Pool } from "pg";
import { StoreError } from "../../errors";
import { contractOf, type Mailbox, MOST_WAITING, nameOf, nftOf } from "../nfts/asked-nfts";
import { storeError } from "./errors";
import { makeDatabase } from "./pool";
import { NOTES_SCHEMA } from "./schemas";

/**
 * What processes tell each other beside the stores, in a schema of its own: texts by name, and requests of the API to a
 * chain's indexer. The embedded store keeps them as files.
 */
export class Notes {
  readonly #pool: Pool;
  readonly #url: string;

  constructor(pool: Pool, url: string) {
    this.#pool = pool;
    this.#url = url;
  }

  /** Makes the schema, if it is missing, and the database. */
  async #make(): Promise<void> {
    const schema = () => this.#run(`create schema if not exists ${NOTES_SCHEMA}`);
    await schema().catch(async (error: unknown) => {
      if (!isAbsent(error)) throw error;
      await makeDatabase(this.#url);
      await schema();
    });
    await this.#run(
      `create table if not exists ${NOTES_SCHEMA}.note (name text primary key, value text not null)`,
    );
    await this.#run(
      `create table if not exists ${NOTES_SCHEMA}.request (chain text, name text, primary key (chain, name))`,
    );
  }

  /** Undefined where nobody wrote it. */
  async read(name: string): Promise<string | undefined> {
    const rows = await this.#find<{ value: string }>("select value from note where name = $1", [name]);
    return rows[0]?.value;
  }

  async write(name: string, value: string): Promise<void> {
    await this.#put(
      `insert into ${NOTES_SCHEMA}.note (name, value) values ($1, $2)
        on conflict (name) do update set value = excluded.value`,
      [name, value],
    );
  }

  async remove(name: string): Promise<void> {
    await this.#run(`delete from ${NOTES_SCHEMA}.note where name = $1`, [name]);
  }

  mailbox(chain: string): Mailbox {
    const waiting = async () =>
      (
        await this.#find<{ name: string }>("select name from request where chain = $1 order by name", [chain])
      ).map(({ name }) => name);
    return {
      ask: async (asked) => {
        if ((await waiting()).length >= MOST_WAITING) return false;
        await this.#put(
          `insert into ${NOTES_SCHEMA}.request (chain, name) values ($1, $2) on conflict do nothing`,
          [chain, nameOf(asked)],
        );
        return true;
      },
      nfts: async () => (await waiting()).flatMap((name) => nftOf(name) ?? []),
      contracts: async () => (await waiting()).flatMap((name) => contractOf(name) ?? []),
      take: async (asked) =>
        this.#run(`delete from ${NOTES_SCHEMA}.request where chain = $1 and name = $2`, [
          chain,
          nameOf(asked),
        ]),
    };
  }

  /** Makes the schema where it is missing: a reader may write to it, but not make it. */
  async #put(text: string, values: unknown[]): Promise<void> {
    try {
      await this.#run(text, values);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      await this.#make();
      await this.#run(text, values);
    }
  }

  async #run(text: string, values: unknown[] = []): Promise<void> {
    await this.#pool.query(text, values).catch((error: unknown) => {
      throw storeError(error);
    });
  }

  /** Rows of a table of the schema; none while there is no schema. */
  async #find<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      const table = text.replace(/ from (\w+)/, ` from ${NOTES_SCHEMA}.$1`);
      return (await this.#pool.query<Row>(table, values)).rows;
    } catch (cause) {
      const error = storeError(cause);
      if (isAbsent(error)) return [];
      throw error;
    }
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof StoreError && error.code === "STORE_ABSENT";
}
