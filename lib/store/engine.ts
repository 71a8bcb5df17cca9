import type { DialectAdapter, QueryExecutorProvider } from "kysely";
import type { BookkeepingDb } from "./db";

/**
 * What an engine does in a way of its own, beyond how it spells SQL (`sql/`). A database's dialect brings it along, so
 * that code with a `Db` at hand needs to know no engine.
 */
export interface Engine {
  /** Whether indexers of several machines may share its stores: one writes, the others stand by. */
  readonly isShared: boolean;
  /**
   * Whether lists of addresses, and hashes, are tables of their own (`LIST_TABLES`). Otherwise indexes over the rows that
   * they name take their place: nobody writes them, and they can't be wrong.
   */
  readonly keepsLists: boolean;
  /** Whether a number takes the room of its type, and begins where that type may: widths and order of columns cost room. */
  readonly alignsColumns: boolean;
  /**
   * How many keys a statement asks for at once: `most`, and in which `sizes`, so that few texts are prepared. Without sizes
   * a statement has one text for any number.
   */
  readonly keysAtOnce: { readonly most: number; readonly sizes: readonly number[] };
  /** @throws StoreError STORE_FAILED; the same for every method */
  writeRows(db: QueryExecutorProvider, into: InsertInto, rows: RowSource): Promise<void>;
  /** Writes some columns of stored rows. */
  updateRows(db: QueryExecutorProvider, table: KeyedTable, changes: readonly RowChange[]): Promise<void>;
  /** Deletes rows by the values of their keys. */
  deleteRows(db: QueryExecutorProvider, table: KeyedTable, keys: readonly Values[]): Promise<void>;
  /** Whole rows by their keys, in no order; keys that are not stored are missing. */
  readRows<Row>(db: QueryExecutorProvider, table: KeyedTable, keys: readonly Values[]): Promise<Row[]>;
  /** The tables of a store by name, each with the columns of its primary key. */
  tablesOf(db: QueryExecutorProvider): Promise<KeyedTable[]>;
  /** Counts anew what plans of queries depend on. Call it after many rows were written at once. */
  gatherStatistics(db: QueryExecutorProvider): Promise<void>;
  /**
   * Keeps other processes from writing the open store. @returns undefined while another one has it
   */
  lockStore(db: BookkeepingDb): Promise<StoreLock | undefined>;
  /** When the store's lock was last touched, unix ms; undefined before it was first taken. */
  readTouch(db: BookkeepingDb): Promise<number | undefined>;
}

/** A table, and the columns that identify a row of it. */
export interface KeyedTable {
  table: string;
  key: readonly string[];
}

export interface InsertInto extends KeyedTable {
  /**
   * What happens to a row whose key is stored: an error, the stored row stays, it is replaced, or its other columns, which
   * are sets of bits, become the union of both.
   */
  onStored: "refuse" | "keep" | "replace" | "unite";
}

export type Values = readonly unknown[];

/** Rows to be written, in this order. */
export interface RowSource {
  columns: readonly string[];
  count: number;
  /** Puts the values of a row into `values`, from `at` on. */
  put(row: number, values: unknown[], at: number): void;
}

/** Changed columns of a stored row, which `row` holds with its key. */
export interface RowChange {
  row: object;
  columns: readonly string[];
}

/** Keeps others from writing a store until `free`, or until the process ends, however it ends (decision 0024). */
export interface StoreLock {
  /** @throws StoreError STORE_CONFLICT when the store is no longer the opened one */
  prove(): void;
  /** Shows readers that the holder is at work. @throws StoreError STORE_CONFLICT when another has the lock meanwhile */
  touch(nowMs: number): Promise<void>;
  /** Tidies up when nothing is being written. @throws StoreError STORE_FAILED */
  rest(): Promise<void>;
  free(): Promise<void>;
}

/** The adapter of a dialect that brings its engine along. */
export interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine;
}

/** The engine that runs the statements of `db`. */
export function engineOf(db: QueryExecutorProvider): Engine {
  return (db.getExecutor().adapter as EngineAdapter).engine;
}

/** Puts values of a row, which has them all, into `values`. @throws Error when one is missing: a bug in the caller */
export function putValues(
  row: object,
  columns: readonly string[],
  { values, at }: { values: unknown[]; at: number },
): void {
  for (let i = 0; i < columns.length; i++) {
    const value = (row as Record<string, unknown>)[columns[i] as string];
    if (value === undefined) throw new Error(`a row without ${columns[i]}`);
    values[at + i] = value;
  }
}

/** Values of a row, as `putValues`. */
export function valuesOf(row: object, columns: readonly string[]): unknown[] {
  const values: unknown[] = new Array(columns.length);
  putValues(row, columns, { values, at: 0 });
  return values;
}

/** Tables of their columns, in which those of the key come first and in its order. */
export function groupKeys(
  columns: readonly { table: string; column: string; isKey: boolean }[],
): KeyedTable[] {
  const keys = new Map<string, string[]>();
  for (const { table, column, isKey } of columns) {
    const key = keys.get(table) ?? [];
    keys.set(table, key);
    if (isKey) key.push(column);
  }
  return [...keys].map(([table, key]) => ({ table, key }));
}
