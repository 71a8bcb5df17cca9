import { ConfigError } from "../errors";
import { COPY_LEASE, signLease, takeLease } from "./bookkeeping/lease";
import { type BookkeepingDb, commit } from "./db";
import { engineOf, type KeyedTable, putValues } from "./engine";
import { compareTables, type RowDifference } from "./rows/compare";
import { lastRowOf, pagesOf, type Row } from "./rows/pages";
import type { IndexedStoreId, Stores } from "./stores";

/** Tables that each store has for itself. */
const OWN = ["schema_version", "lease"];

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
  rows: number;
  /** Rows in which the two stores differ: none, unless one of the engines failed. */
  differences: RowDifference[];
}

/**
 * Copies a store from one place to another, each engine's own, and compares both row by row. Nobody may write either
 * meanwhile. After an interruption it goes on behind the last copied row; until it is complete no indexer takes the copy.
 * @returns undefined when interrupted
 * @throws ConfigError LEASE_HELD while an indexer writes one of them, or when the target holds other rows
 * @throws StoreError as `Stores.open` does
 */
export async function copyStore(
  id: IndexedStoreId,
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
        const db = target.db as unknown as BookkeepingDb;
        await refuseOthers(db, to.whereIs(id));
        const lease = await takeLease(db, { name: COPY_LEASE, ...options });
        const copied = await copyTables(source.db as unknown as BookkeepingDb, db, options);
        await lease.release();
        // Stays after an interruption: it says that the copy is not complete.
        if (copied === undefined) await signLease(db, { name: COPY_LEASE, holder: options.holder });
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

/** Rows that no copy wrote are not overwritten. */
async function refuseOthers(db: BookkeepingDb, where: string): Promise<void> {
  const begun = await db.selectFrom("lease").select("name").where("name", "=", COPY_LEASE).executeTakeFirst();
  const filled = await db.selectFrom("checkpoint").select("stream").limit(1).executeTakeFirst();
  if (begun !== undefined || filled === undefined) return;
  throw new ConfigError("LEASE_HELD", `${where} holds an indexed store already`, {
    hint: "name another place to copy to, or delete it with firn reset --yes",
  });
}

async function copyTables(
  source: BookkeepingDb,
  target: BookkeepingDb,
  { signal, onProgress }: CopyOptions,
): Promise<Copied | undefined> {
  const all = await engineOf(source).tablesOf(source);
  const tables = all.filter(({ table }) => !OWN.includes(table));
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
  const differences: RowDifference[] = [];
  await compareTables(
    { stored: target, expected: source },
    {
      tables: tables.map(({ table, key }) => ({ table, keys: key })),
      onDifference: (difference) => differences.push(difference),
      onTable: (done) => onProgress("comparing", done),
    },
  );
  return { rows, differences };
}

/** A page is whole or not there at all: the next run goes on behind the last one. */
async function writePage(target: BookkeepingDb, table: KeyedTable, page: readonly Row[]): Promise<void> {
  const columns = Object.keys(page[0] ?? {});
  const put = (row: number, values: unknown[], at: number) =>
    putValues(page[row] ?? {}, columns, { values, at });
  const source = { columns, count: page.length, put };
  await commit(target, (trx) => engineOf(trx).writeRows(trx, { ...table, onStored: "refuse" }, source));
}

function isWritten(where: string): ConfigError {
  return new ConfigError("LEASE_HELD", `an indexer writes ${where}`, { hint: "stop Firn, then copy" });
}
