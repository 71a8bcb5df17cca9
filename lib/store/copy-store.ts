import { ConfigError } from "../errors";
import { COPY_LEASE, signLease, takeLease } from "./bookkeeping/lease";
import { type BookkeepingDb, commit, type EvmDb } from "./db";
import { engineOf, type KeyedTable, putValues } from "./engine";
import { makeLists } from "./queries/evm/make-lists";
import { compareTables, type RowDifference } from "./rows/compare";
import { lastRowOf, pagesOf, type Row } from "./rows/pages";
import type { IndexedStoreId, OwnStoreId, Stores } from "./stores";

/** Tables that each store has for itself. */
const OWN = ["schema_version", "lease"];

/** What can be copied: the console's own store is embedded whatever keeps the others. */
export type CopiedStoreId = IndexedStoreId | Exclude<OwnStoreId, "operator">;

export interface CopyOptions {
  nowMs: number;
  /** Anything unique per process. */
  holder: string;
  signal: AbortSignal;
  /** Rows of a table that were copied or compared so far. */
  onProgress: (table: string, rows: number) => void;
}

/** What was copied. */
export interface Copied {
  /** Undefined where an earlier copy was complete. */
  rows: number | undefined;
  /** Rows in which the two stores differ: none, unless one of the engines failed. */
  differences: RowDifference[];
}

/**
 * Copies a store from one place to another, each engine's own, and compares both row by row. Nobody may write either
 * meanwhile. After an interruption it goes on behind the last copied row; until it is complete no indexer takes the copy. What
 * is there already is compared.
 * @returns undefined when interrupted
 * @throws ConfigError LEASE_HELD while somebody writes one of them, or when the target holds other rows
 * @throws StoreError as `Stores.open` does
 */
export async function copyStore(
  id: CopiedStoreId,
  { from, to }: { from: Stores; to: Stores },
  options: CopyOptions,
): Promise<Copied | undefined> {
  const source = await from.open(id, { mode: "read" });
  try {
    const lock = await engineOf(source.db).lockStore(source.db as unknown as BookkeepingDb);
    if (lock === undefined) throw isWritten(from.whereIs(id));
    try {
      const target = await to.open(id, { mode: "write", nowMs: options.nowMs });
      try {
        const both = {
          source: source.db as unknown as BookkeepingDb,
          target: target.db as unknown as BookkeepingDb,
        };
        const copied = await fill(id, both, options);
        if (copied?.rows === undefined && copied?.differences[0] !== undefined) throw isFilled(id, to);
        return copied;
      } finally {
        await target.close();
      }
    } finally {
      await lock.free();
    }
  } finally {
    await source.close();
  }
}

interface Both {
  source: BookkeepingDb;
  target: BookkeepingDb;
}

/** @returns undefined when interrupted */
async function fill(id: CopiedStoreId, both: Both, options: CopyOptions): Promise<Copied | undefined> {
  const { source, target } = both;
  const tables = await tablesToCopy(both);
  const compare = async (rows: number | undefined) => ({
    rows,
    differences: await compareAll(both, tables, options),
  });
  if (isKeptByReset(id)) {
    for (const table of tables) if ((await lastRowOf(target, table)) !== undefined) return compare(undefined);
    // Small, and without a mark of a copy that is not complete: whole or not at all.
    const rows = await commit(target, async (trx) => {
      const copied = await copyTables({ source, target: trx }, tables, options);
      if (copied === undefined) throw new Interruption();
      return copied;
    }).catch(undefinedIfInterrupted);
    return rows === undefined ? undefined : compare(rows);
  }
  if (await isComplete(target)) return compare(undefined);
  const lease = await takeLease(target, { name: COPY_LEASE, ...options });
  const copiedRows = await copyTables(both, tables, options);
  const rows = copiedRows !== undefined && (await completeLists(id, both, options)) ? copiedRows : undefined;
  if (rows !== undefined) await engineOf(target).gatherStatistics(target);
  const copied = rows === undefined ? undefined : await compare(rows);
  await lease.release();
  // Stays after an interruption: it says that the copy is not complete.
  if (copied === undefined) await signLease(target, { name: COPY_LEASE, holder: options.holder });
  return copied;
}

class Interruption extends Error {}

function undefinedIfInterrupted(error: unknown): undefined {
  if (!(error instanceof Interruption)) throw error;
}

/** Whether it holds rows that no copy is still adding to. */
async function isComplete(db: BookkeepingDb): Promise<boolean> {
  const begun = await db.selectFrom("lease").select("name").where("name", "=", COPY_LEASE).executeTakeFirst();
  const filled = await db.selectFrom("checkpoint").select("stream").limit(1).executeTakeFirst();
  return begun === undefined && filled !== undefined;
}

/** What both have as tables: lists and hashes of EVM chains may be indexes (`Engine.keepsLists`). */
async function tablesToCopy({ source, target }: Both): Promise<KeyedTable[]> {
  const names = new Set((await engineOf(target).tablesOf(target)).map(({ table }) => table));
  const tables = await engineOf(source).tablesOf(source);
  return tables.filter(({ table }) => names.has(table) && !OWN.includes(table));
}

/** Makes the lists that only the target keeps as rows. @returns whether it was not interrupted */
async function completeLists(
  id: CopiedStoreId,
  { source, target }: Both,
  { signal, onProgress }: CopyOptions,
): Promise<boolean> {
  if (!id.startsWith("evm/") || engineOf(source).keepsLists || !engineOf(target).keepsLists) return true;
  const onBlocks = (blocks: number) => onProgress("lists", blocks);
  return makeLists(target as unknown as EvmDb, { signal, onBlocks });
}

/** @returns rows that were copied; undefined when interrupted */
async function copyTables(
  { source, target }: Both,
  tables: readonly KeyedTable[],
  { signal, onProgress }: CopyOptions,
): Promise<number | undefined> {
  let rows = 0;
  for (const table of tables) {
    let copied = 0;
    for await (const page of pagesOf(source, table, await lastRowOf(target, table))) {
      if (signal.aborted) return undefined;
      await writePage(target, table, page);
      copied += page.length;
      onProgress(table.table, copied);
    }
    rows += copied;
  }
  return rows;
}

async function compareAll(
  { source, target }: Both,
  tables: readonly KeyedTable[],
  { onProgress }: CopyOptions,
): Promise<RowDifference[]> {
  const differences: RowDifference[] = [];
  await compareTables(
    { stored: target, expected: source },
    {
      tables: tables.map(({ table, key }) => ({ table, keys: key })),
      onDifference: (difference) => differences.push(difference),
      onTable: (done) => onProgress("comparing", done),
    },
  );
  return differences;
}

/** A page is whole or not there at all: the next run goes on behind the last one. */
async function writePage(target: BookkeepingDb, table: KeyedTable, page: readonly Row[]): Promise<void> {
  const columns = Object.keys(page[0] ?? {});
  const put = (row: number, values: unknown[], at: number) =>
    putValues(page[row] ?? {}, columns, { values, at });
  const source = { columns, count: page.length, put };
  const write = (trx: BookkeepingDb) =>
    engineOf(trx).writeRows(trx, { ...table, onStored: "refuse" }, source);
  await (target.isTransaction ? write(target) : commit(target, write));
}

function isWritten(where: string): ConfigError {
  return new ConfigError("LEASE_HELD", `somebody writes ${where}`, { hint: "stop Firn, then copy" });
}

function isFilled(id: CopiedStoreId, to: Stores): ConfigError {
  const other = "name another place to copy to";
  return new ConfigError("LEASE_HELD", `${to.whereIs(id)} holds other rows already`, {
    hint: isKeptByReset(id) ? other : `${other}, or delete it with firn reset --yes`,
  });
}

function isKeptByReset(id: CopiedStoreId): boolean {
  return id === "webhooks" || id === "observed" || id === "usage";
}
