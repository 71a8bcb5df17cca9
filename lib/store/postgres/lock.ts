import type { Client, Pool } from "pg";
import { StoreError } from "../../errors";
import type { StoreLock } from "../engine";
import { numberOf } from "./advisory";
import { storeError } from "./errors";
import { Notes } from "./notes";
import { connect } from "./pool";

/**
 * Locks the store in a schema by an advisory lock, which the server frees when its connection ends, however it ends. The
 * connection has no other use. When it is lost while the process lives, the lock is taken again; whoever took it in
 * between is found out by the lease's row, which every commit reads.
 * @returns undefined while another process has it @throws StoreError STORE_AWAY, STORE_FAILED
 */
export async function lockStore(
  pool: Pool,
  { schema, url }: { schema: string; url: string },
): Promise<StoreLock | undefined> {
  let held = await takeLock(url, schema);
  if (held === undefined) return undefined;
  return {
    prove: () => undefined, // a store that is gone has no lease: that is what every commit reads
    async touch(nowMs) {
      if (!(await isAlive(held))) {
        held = await takeLock(url, schema);
        if (held === undefined) throw takenOver(schema);
      }
      await new Notes(pool, url).write(beatOf(schema), String(nowMs));
    },
    rest: async () => undefined,
    free: async () => held?.end().catch(() => undefined),
  };
}

/** When the holder of a schema last showed that it works, unix ms; undefined before the first one. */
export async function readTouch(
  pool: Pool,
  { schema, url }: { schema: string; url: string },
): Promise<number | undefined> {
  const text = await new Notes(pool, url).read(beatOf(schema));
  return text === undefined ? undefined : Number(text);
}

/** The note that says so. */
function beatOf(schema: string): string {
  return `beat of ${schema}`;
}

/** A connection that holds the lock of a schema; undefined while another has it. */
async function takeLock(url: string, schema: string): Promise<Client | undefined> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(${numberOf("lease", schema)}) as held`,
    );
    if (rows[0]?.held) return client;
    await client.end();
    return undefined;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw storeError(error);
  }
}

async function isAlive(client: Client | undefined): Promise<boolean> {
  try {
    await client?.query("select 1");
    return client !== undefined;
  } catch {
    await client?.end().catch(() => undefined);
    return false;
  }
}

/** Runs `work` while nobody can begin to write any of the schemas. @returns undefined if somebody writes one */
export async function whileUnwritten<T>(
  url: string,
  schemas: readonly string[],
  work: (client: Client) => Promise<T>,
): Promise<T | { writtenBy: string }> {
  const client = await connect(url);
  try {
    for (const schema of schemas) {
      const { rows } = await client.query<{ held: boolean }>(
        `select pg_try_advisory_lock(${numberOf("lease", schema)}) as held`,
      );
      if (!rows[0]?.held) return { writtenBy: schema };
    }
    return await work(client);
  } catch (error) {
    throw storeError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function takenOver(schema: string): StoreError {
  return new StoreError("STORE_CONFLICT", `another indexer writes ${schema} meanwhile`, {
    hint: "stop one of the two, then start Firn again",
  });
}
