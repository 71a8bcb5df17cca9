import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { openSenderThreads } from "../lib/cli/threads/sender-threads";
import { inflateBody } from "../lib/store/rows/evm-body";
import { openParser } from "./floor-parser";
import { TERM_HEIGHT } from "./term-height";

/**
 * `node ingest-floor.mjs URL STORE FILE HEIGHT [--keys]`: the least work of any indexer of these rows in SQLite. One thread
 * parses the node's answers, another inserts the rows of STORE, sorted, in batches as large as the indexer's. With
 * `--keys` threads of the indexer recover the key of every transaction meanwhile, which is what proving a sender takes.
 */
const PER_BATCH = 400;
const MOST_BLOCKS = 5_000;
const POSITIONS = 65_536;
const PARTIES = `select from_id from "transaction" where position >= ? and position < ?
  union select to_id from token_transfer where position >= ? and position < ?`;
const KEEP = " on conflict do nothing";
const BY_HEIGHT = ["block", "block_body", "log_body"];
const BY_POSITION = ["transaction", "hash", "token_transfer", "address_activity", "signer"];

const { positionals, values } = parseArgs({ allowPositionals: true, options: { keys: { type: "boolean" } } });
await insertAll(positionals, values.keys ?? false);

interface Run {
  statement: Database.Statement;
  rows: unknown[][];
}

async function insertAll(
  [url = "", storeFile = "", file = "", height = ""]: string[],
  keys: boolean,
): Promise<void> {
  const last = Math.min(Number(height), MOST_BLOCKS);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  const store = new Database(storeFile, { readonly: true });
  const database = new Database(file);
  database.pragma("journal_mode = wal");
  database.pragma("synchronous = normal");
  database.pragma("cache_size = -65536");
  const schema = store
    .prepare<[], { sql: string }>(
      "select sql from sqlite_master where sql is not null and name not like 'sqlite_%'",
    )
    .all();
  for (const { sql } of schema) database.exec(sql);
  const batches: Run[][] = [];
  for (let from = 0; from <= last; from += PER_BATCH) batches.push(rowsOf(store, database, from));
  const bodies = keys ? bodiesUpTo(store, last) : [];
  store.close();

  const recover = openSenderThreads();
  const alive = setInterval(() => {}, 1_000); // which those threads do not do
  const parser = await openParser({ url, last });
  const started = performance.now();
  const parsed = Promise.all([parser.parse(), ...bodies.map(recover)]);
  for (const runs of batches) {
    database.transaction(() => {
      for (const { statement, rows } of runs) for (const row of rows) statement.run(row);
    })();
  }
  await parsed;
  clearInterval(alive);
  const share = last / Number(height);
  process.send?.({
    height: last,
    seconds: (performance.now() - started) / 1000 / share,
    cpuSeconds: 0,
    rss: 0,
    bytes: 0,
  });
  database.close();
  process.disconnect?.();
}

function bodiesUpTo(store: Database.Database, height: number): Uint8Array[] {
  const stored = store.prepare<[number], Buffer>("select bytes from block_body where height <= ?").pluck();
  return stored.all(height).map(inflateBody);
}

/** The rows of `PER_BATCH` blocks from `from` on, each table in the order of its key. */
function rowsOf(store: Database.Database, database: Database.Database, from: number): Run[] {
  const heights = [from, from + PER_BATCH];
  const positions = heights.map((height) => height * POSITIONS);
  const parties = [...positions, ...positions];
  const run = (table: string, where: string, values: unknown[], conflict = ""): Run => {
    const rows = store.prepare(`select * from "${table}" where ${where}`).raw().all(values) as unknown[][];
    // A table without rows has nothing to be written, so any statement will do.
    if (rows.length === 0) return { statement: database.prepare("select 1"), rows };
    const places = rows[0]?.map(() => "?").join(", ");
    const statement = database.prepare(`insert into "${table}" values (${places})${conflict}`);
    return { statement, rows };
  };
  return [
    ...BY_HEIGHT.map((table) => run(table, "height >= ? and height < ?", heights)),
    run("log_term", `${TERM_HEIGHT} >= ? and ${TERM_HEIGHT} < ?`, heights),
    ...BY_POSITION.map((table) => run(table, "position >= ? and position < ?", positions)),
    run("address", `id in (${PARTIES})`, parties, KEEP),
    run("party", `address_id in (${PARTIES})`, parties, KEEP),
    run("sender", `address_id in (${PARTIES})`, parties, KEEP),
    run(
      "address_epoch",
      `address_id in (${PARTIES}) and epoch in (select epoch from epoch where first_position < ?)`,
      [...parties, positions[1]],
      KEEP,
    ),
    run(
      "token_balance",
      `(token_id, holder_id) in (select token_id, from_id from token_transfer where position >= ? and position < ?
        union select token_id, to_id from token_transfer where position >= ? and position < ?)`,
      parties,
      " on conflict do update set balance = excluded.balance",
    ),
  ].filter(({ rows }) => rows.length > 0);
}
