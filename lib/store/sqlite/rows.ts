import { CompiledQuery, type QueryExecutorProvider } from "kysely";
import {
  type InsertInto,
  type KeyedTable,
  type RowChange,
  type RowSource,
  type Values,
  valuesOf,
} from "../engine";

/**
 * Rows by their keys, thousands a second: statements are written out here, because building one with Kysely takes longer
 * than it runs.
 */

/** Values bound by one statement; SQLite allows 32,766. */
const MAX_PARAMETERS = 30_000;

/** Rows bound by one insert: enough to forget the cost of a statement, few enough texts to cache. */
const ROWS_PER_INSERT = 128;

/** @throws StoreError STORE_FAILED */
export async function writeRows(
  db: QueryExecutorProvider,
  into: InsertInto,
  { columns, count, put }: RowSource,
): Promise<void> {
  if (count === 0) return;
  const width = columns.length;
  const most = Math.min(ROWS_PER_INSERT, Math.floor(MAX_PARAMETERS / width));
  const whole = count - (count % most);
  // The tail is written row by row: a text per tail length would fill the statement cache.
  for (const [from, to, rows] of [
    [0, whole, most],
    [whole, count, 1],
  ] as const) {
    if (from === to) continue;
    const values: unknown[] = new Array(rows * width);
    // One query for all of them: `raw` freezes the values it is given.
    const query: CompiledQuery = {
      ...CompiledQuery.raw(insertText(into, columns, rows)),
      parameters: values,
    };
    for (let start = from; start < to; start += rows) {
      for (let i = 0; i < rows; i++) put(start + i, values, i * width);
      await db.getExecutor().executeQuery(query);
    }
  }
}

/** Writes some columns of stored rows. @throws StoreError STORE_FAILED */
export async function updateRows(
  db: QueryExecutorProvider,
  { table, key }: KeyedTable,
  changes: readonly RowChange[],
): Promise<void> {
  for (const { row, columns } of changes) {
    const set = columns.map((column) => `"${column}" = ?`).join(", ");
    const text = `update "${table}" set ${set} where ${isKey(key)}`;
    await execute(db, text, [...valuesOf(row, columns), ...valuesOf(row, key)]);
  }
}

/** Deletes rows by the values of their keys. @throws StoreError STORE_FAILED */
export async function deleteRows(
  db: QueryExecutorProvider,
  { table, key }: KeyedTable,
  keys: readonly Values[],
): Promise<void> {
  for (const values of keys) await execute(db, `delete from "${table}" where ${isKey(key)}`, values);
}

/** Whole rows by their keys, in no order; keys that are not stored are missing. @throws StoreError STORE_FAILED */
export async function readRows<Row>(
  db: QueryExecutorProvider,
  { table, key }: KeyedTable,
  keys: readonly Values[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const tuple = `(${key.map(() => "?").join(", ")})`;
  const text = `select * from "${table}" where (${quoted(key)}) in (values ${keys.map(() => tuple).join(", ")})`;
  const { rows } = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, keys.flat()));
  return rows;
}

async function execute(db: QueryExecutorProvider, text: string, values: readonly unknown[]): Promise<void> {
  await db.getExecutor().executeQuery(CompiledQuery.raw(text, [...values]));
}

/** A stored row is changed in place, so that indexes over its key alone are not touched. */
function insertText({ table, key, onStored }: InsertInto, columns: readonly string[], rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const text = `insert into "${table}" (${quoted(columns)}) values ${new Array(rows).fill(row).join(", ")}`;
  if (onStored === "refuse") return text;
  if (onStored === "keep") return `${text} on conflict do nothing`;
  const set = columns
    .filter((column) => !key.includes(column))
    .map((column) => {
      const united = onStored === "unite" ? `"${table}"."${column}" | ` : "";
      return `"${column}" = ${united}excluded."${column}"`;
    });
  return `${text} on conflict (${quoted(key)}) do update set ${set.join(", ")}`;
}

function isKey(key: readonly string[]): string {
  return key.map((column) => `"${column}" = ?`).join(" and ");
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}
