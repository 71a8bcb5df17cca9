import { CompiledQuery, type QueryExecutorProvider } from "kysely";
import {
  type InsertInto,
  type KeyedTable,
  type RowChange,
  type RowSource,
  type Values,
  valuesOf,
} from "../engine";
import type { StoredColumn } from "./catalog";
import type { PostgresConnection } from "./connection";
import { copyRows } from "./copy";

/**
 * Rows by their keys, thousands at once: many are copied, a few are sent as one array for each column. Statements keep
 * one text whatever the number of rows, so the server plans each once.
 */

/** From so many rows on copying pays: it takes a round trip more. */
const COPIED_ROWS = 100;

/** Rows whose key may be stored are copied beside the table first. */
export async function writeRows(
  db: QueryExecutorProvider,
  into: InsertInto,
  source: RowSource,
): Promise<void> {
  if (source.count === 0) return;
  await onConnection(db, async (connection) => {
    const { table, onStored } = into;
    const columns = await connection.columnsOf(table, source.columns);
    if (source.count < COPIED_ROWS) {
      await insertArrays(connection, into, { columns, source });
    } else if (onStored === "refuse") {
      await copyRows(connection, table, { columns, source });
    } else {
      const beside = `beside_${table}`;
      await connection.runTexts(
        `create temporary table if not exists "${beside}" (like "${table}")`,
        `truncate "${beside}"`,
      );
      await copyRows(connection, beside, { columns, source });
      await execute(
        connection,
        `${insertText(into, columns)} select ${names(columns)} from "${beside}" ${onConflict(into, columns)}`,
      );
    }
  });
}

async function insertArrays(
  connection: PostgresConnection,
  into: InsertInto,
  { columns, source }: { columns: readonly StoredColumn[]; source: RowSource },
): Promise<void> {
  const row: unknown[] = new Array(columns.length);
  const arrays: unknown[][] = columns.map(() => []);
  for (let i = 0; i < source.count; i++) {
    source.put(i, row, 0);
    for (let at = 0; at < arrays.length; at++) arrays[at]?.push(row[at]);
  }
  const text = `${insertText(into, columns)} select * from ${unnest(columns)} ${onConflict(into, columns)}`;
  await execute(connection, text, arrays);
}

export async function updateRows(
  db: QueryExecutorProvider,
  { table, key }: KeyedTable,
  changes: readonly RowChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await onConnection(db, async (connection) => {
    const keys = await connection.columnsOf(table, key);
    for (const alike of groupByColumns(changes)) {
      const { columns: changed } = alike[0] as RowChange;
      const columns = [...keys, ...(await connection.columnsOf(table, changed))];
      const rows = alike.map(({ row }) => valuesOf(row, [...key, ...changed]));
      const set = changed.map((column) => `"${column}" = new."${column}"`).join(", ");
      const isKey = key.map((column) => `old."${column}" = new."${column}"`).join(" and ");
      const text = `update "${table}" as old set ${set} from ${unnest(columns)} as new (${names(columns)}) where ${isKey}`;
      await execute(connection, text, byColumn(columns, rows));
    }
  });
}

function groupByColumns(changes: readonly RowChange[]): RowChange[][] {
  const groups = new Map<string, RowChange[]>();
  for (const change of changes) {
    const names = change.columns.join();
    const group = groups.get(names);
    if (group) group.push(change);
    else groups.set(names, [change]);
  }
  return [...groups.values()];
}

export async function deleteRows(
  db: QueryExecutorProvider,
  { table, key }: KeyedTable,
  keys: readonly Values[],
): Promise<void> {
  if (keys.length === 0) return;
  await onConnection(db, async (connection) => {
    const columns = await connection.columnsOf(table, key);
    const text = `delete from "${table}" where (${names(columns)}) in (select * from ${unnest(columns)})`;
    await execute(connection, text, byColumn(columns, keys));
  });
}

export async function readRows<Row>(
  db: QueryExecutorProvider,
  { table, key }: KeyedTable,
  keys: readonly Values[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  return onConnection(db, async (connection) => {
    const columns = await connection.columnsOf(table, key);
    const text = `select * from "${table}" where (${names(columns)}) in (select * from ${unnest(columns)})`;
    const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(text, byColumn(columns, keys)));
    return rows;
  });
}

/** Every database of this engine hands out its own connections. */
function onConnection<T>(
  db: QueryExecutorProvider,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  return db.getExecutor().provideConnection((connection) => work(connection as PostgresConnection));
}

async function execute(connection: PostgresConnection, text: string, values: unknown[] = []): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(text, values));
}

function insertText({ table }: InsertInto, columns: readonly StoredColumn[]): string {
  return `insert into "${table}" (${names(columns)})`;
}

/** A stored row is changed in place. */
function onConflict({ table, key, onStored }: InsertInto, columns: readonly StoredColumn[]): string {
  if (onStored === "refuse") return "";
  const set = columns
    .filter(({ name }) => !key.includes(name))
    .map(({ name }) => {
      const united = onStored === "unite" ? `"${table}"."${name}" | ` : "";
      return `"${name}" = ${united}excluded."${name}"`;
    });
  if (onStored === "keep" || set.length === 0) return "on conflict do nothing";
  return `on conflict (${key.map((column) => `"${column}"`).join(", ")}) do update set ${set.join(", ")}`;
}

/** An array of values for each column, as a table. */
function unnest(columns: readonly StoredColumn[]): string {
  return `unnest(${columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(", ")})`;
}

function byColumn(columns: readonly StoredColumn[], rows: readonly Values[]): unknown[][] {
  return columns.map((_, at) => rows.map((row) => row[at]));
}

function names(columns: readonly StoredColumn[]): string {
  return columns.map(({ name }) => `"${name}"`).join(", ");
}
