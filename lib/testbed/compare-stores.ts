import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { toHex } from "../avalanche/codec/bytes";
import { engineOf } from "../store/engine";
import { openEvmStore, openStore } from "../store/open";
import { decodeRun } from "../store/rows/container-run";

/** Tables whose rows may differ between two indexings of one history, with the reason. */
const OWN_TABLES: Record<string, string> = {
  lease: "who writes",
  schema_version: "when it was made",
  stream_change: "when the node was there, and when not",
  stream_status: "what was last seen of the node",
  verb_duration: "how long the work took",
  rejection: "evidence of refused bytes",
  uncompared_token: "what the node is still to be asked",
  container_run: "how containers are packed; they are compared one by one",
};

/** Columns that may differ, with the reason. */
const OWN_COLUMNS: Record<string, string> = {
  stored_at_ms: "when it was written",
  updated_at: "when the node was asked",
  due_at_ms: "when the node is asked again",
  failed_since_ms: "when the node was asked and had no answer for the first time",
  attempts: "how often the node was asked",
  next_from: "when the node is asked again",
  checked_height: "when the node was asked",
  wraps_checked_height: "when the node was asked",
};

/** Facts that may differ, with the reason. */
const OWN_FACTS: Record<string, string> = {
  pageTokenKey: "random in each store",
  rpcUrl: "where the node is",
};

/** Columns with a number that an address gets when it is first seen: two indexings may number differently. */
const ADDRESS_NUMBERS = [
  "address_id",
  "from_id",
  "to_id",
  "created_id",
  "creator_id",
  "deployer_id",
  "token_id",
  "holder_id",
  "owner_id",
  "spender_id",
];

type Rows = Record<string, string[]>;
type Db = Kysely<Record<string, Record<string, unknown>>>;

/** Differences between the stores of two data folders: one sentence per table, none if all rows are equal. */
export async function compareStores(one: string, other: string, names: readonly string[]): Promise<string[]> {
  const differences: string[] = [];
  for (const name of names) {
    const left = await rowsOf(join(one, name));
    const right = await rowsOf(join(other, name));
    for (const table of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const surplus = without(left[table] ?? [], right[table] ?? []);
      const missing = without(right[table] ?? [], left[table] ?? []);
      if (surplus.length + missing.length === 0) continue;
      const show = (rows: readonly string[]) =>
        rows
          .slice(0, 2)
          .map((row) => row.slice(0, 900))
          .join("\n      ");
      differences.push(
        `${name} ${table}: ${surplus.length} rows are only here, ${missing.length} are only in the undisturbed store` +
          `\n    here:\n      ${show(surplus)}\n    undisturbed:\n      ${show(missing)}`,
      );
    }
  }
  return differences;
}

/** Heights of a folder's checkpoints, by store and stream, without unreadable ones. */
export async function readHeights(folder: string, names: readonly string[]): Promise<Record<string, number>> {
  const heights: Record<string, number> = {};
  for (const name of names) {
    if (!existsSync(join(folder, name))) continue;
    const store = await open(join(folder, name)).catch(() => undefined); // being created, or on a disk that is gone
    try {
      for (const { stream, height } of (await store?.db.selectFrom("checkpoint").selectAll().execute()) ?? [])
        heights[`${name} ${stream}`] = Number(height);
    } catch {
      // as above, a moment later
    } finally {
      await store?.close();
    }
  }
  return heights;
}

/** How many tokens of an EVM chain's store wait to be compared with their contracts; undefined if none does. */
export async function findUncompared(path: string): Promise<string | undefined> {
  const { db, close } = await open(path);
  const waiting = await db.selectFrom("uncompared_token").selectAll().execute().finally(close);
  return waiting.length > 0 ? `${waiting.length} tokens wait to be compared with their contracts` : undefined;
}

async function open(path: string): Promise<{ db: Db; close(): Promise<void> }> {
  const store = path.endsWith("primary.db")
    ? await openStore(path, { mode: "read" })
    : await openEvmStore(path, { mode: "read" });
  return { db: store.db as unknown as Db, close: () => store.close() };
}

/** Every row of every table as text, without what may differ. */
async function rowsOf(path: string): Promise<Rows> {
  const { db, close } = await open(path);
  try {
    const meanings = await readMeanings(db);
    const tables: Rows = {};
    for (const { table: name } of await engineOf(db).tablesOf(db)) {
      if (name in OWN_TABLES) continue;
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      tables[name] = rows.flatMap((row) => spellRow(name, row, meanings)).sort();
    }
    const runs = path.endsWith("primary.db")
      ? await db.selectFrom("container_run").selectAll().execute()
      : [];
    tables.containers = runs
      .flatMap((run) => decodeRun(run as never).map((one) => spell({ stream: run.stream, ...one })))
      .sort();
    return tables;
  } finally {
    await close();
  }
}

type Meanings = Record<"address" | "asset" | "nft", Map<number, string>>;

async function readMeanings(db: Db): Promise<Meanings> {
  const tables = new Set((await engineOf(db).tablesOf(db)).map(({ table }) => table));
  const read = async (table: string) => (tables.has(table) ? db.selectFrom(table).selectAll().execute() : []);
  const address = new Map(
    (await read("address")).map((row) => [Number(row.id), toHex(row.bytes as Uint8Array)]),
  );
  const asset = new Map(
    (await read("asset")).map((row) => [Number(row.id), toHex(row.asset_id as Uint8Array)]),
  );
  const token = ({ token_id, token_number }: Record<string, unknown>) =>
    `${address.get(Number(token_id))} ${spell(token_number)}`;
  const nft = new Map((await read("nft")).map((row) => [Number(row.id), token(row)]));
  return { address, asset, nft };
}

function spellRow(table: string, row: Record<string, unknown>, meanings: Meanings): string[] {
  // An empty fact says what its absence says: nothing is left to do.
  if (table === "network" && (String(row.key) in OWN_FACTS || row.value === "")) return [];
  const plain: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    if (column in OWN_COLUMNS) continue;
    if (column === "id" && ["address", "asset", "nft"].includes(table)) continue;
    const numbers = ADDRESS_NUMBERS.includes(column) ? "address" : column === "nft_id" ? "nft" : column;
    const isNumber = numbers in meanings && typeof value === "number";
    plain[column] = isNumber ? meanings[numbers as keyof Meanings].get(value) : value;
  }
  return [spell(plain)];
}

function spell(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === "bigint") return String(each);
    const bytes = each as { type?: string; data?: number[] } | null;
    if (bytes?.type === "Buffer" && bytes.data !== undefined) return toHex(Uint8Array.from(bytes.data));
    return each instanceof Uint8Array ? toHex(each) : each;
  });
}

/** Rows of one list that the other lacks, each as often as it is missing. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const row of others) counts.set(row, (counts.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const left = counts.get(row) ?? 0;
    counts.set(row, left - 1);
    return left <= 0;
  });
}
