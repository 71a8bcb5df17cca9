import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

/**
 * `node ingest-floor.mjs URL STORE FILE HEIGHT`: the least work of any indexer of these rows in SQLite. One thread
 * parses the node's answers, another inserts the rows of STORE, sorted, in batches as large as the indexer's.
 */
const PER_BATCH = 400;
const PER_REQUEST = 50;
const MOST_BLOCKS = 5_000;
const POSITIONS = 65_536;
const PARTIES = `select from_id from "transaction" where position >= ? and position < ?
  union select to_id from token_transfer where position >= ? and position < ?`;
const KEEP = " on conflict do nothing";
const BY_POSITION = ["transaction", "hash", "token_transfer", "address_activity"];

if (isMainThread) await insertAll(parseArgs({ allowPositionals: true }).positionals);
else await parseAll(workerData as { url: string; last: number });

interface Run {
  statement: Database.Statement;
  rows: unknown[][];
}

async function insertAll([url = "", storeFile = "", file = "", height = ""]: string[]): Promise<void> {
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
  store.close();

  const parser = new Worker(fileURLToPath(import.meta.url), { workerData: { url, last } });
  await new Promise((resolve) => parser.once("message", resolve));
  const parsed = new Promise((resolve) => parser.once("message", resolve));
  const started = performance.now();
  parser.postMessage("go");
  for (const runs of batches) {
    database.transaction(() => {
      for (const { statement, rows } of runs) for (const row of rows) statement.run(row);
    })();
  }
  await parsed;
  const share = last / Number(height);
  process.send?.({
    height: last,
    seconds: (performance.now() - started) / 1000 / share,
    cpuSeconds: 0,
    rss: 0,
  });
  database.close();
  await parser.terminate();
  process.disconnect?.();
}

/** The rows of `PER_BATCH` blocks from `from` on, each table in the order of its key. */
function rowsOf(store: Database.Database, database: Database.Database, from: number): Run[] {
  const heights = [from, from + PER_BATCH];
  const positions = heights.map((height) => height * POSITIONS);
  const parties = [...positions, ...positions];
  const run = (table: string, where: string, values: unknown[], conflict = ""): Run => {
    const rows = store.prepare(`select * from "${table}" where ${where}`).raw().all(values) as unknown[][];
    const places = rows[0]?.map(() => "?").join(", ") ?? "null";
    const statement = database.prepare(`insert into "${table}" values (${places})${conflict}`);
    return { statement, rows };
  };
  return [
    ...["block", "block_body"].map((table) => run(table, "height >= ? and height < ?", heights)),
    ...BY_POSITION.map((table) => run(table, "position >= ? and position < ?", positions)),
    run("address", `id in (${PARTIES})`, parties, KEEP),
    run("party", `address_id in (${PARTIES})`, parties, KEEP),
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

/** Fetches blocks and receipts as the indexer does, and parses them. */
async function parseAll({ url, last }: { url: string; last: number }): Promise<void> {
  const ask = async (method: string, heights: number[], more: unknown[]): Promise<void> => {
    const calls = heights.map((height, id) => ({
      ...{ jsonrpc: "2.0", id, method },
      params: [`0x${height.toString(16)}`, ...more],
    }));
    const response = await fetch(url, { method: "POST", body: JSON.stringify(calls) });
    JSON.parse(await response.text());
  };
  parentPort?.once("message", async () => {
    for (let from = 0; from <= last; from += PER_REQUEST) {
      const heights = Array.from({ length: Math.min(PER_REQUEST, last - from + 1) }, (_, i) => from + i);
      await Promise.all([
        ask("eth_getBlockByNumber", heights, [true]),
        ask("eth_getBlockReceipts", heights, []),
      ]);
    }
    parentPort?.postMessage("done");
  });
  parentPort?.postMessage("ready");
}
