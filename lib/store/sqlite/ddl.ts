import { sql } from "kysely";

/**
 * Column types and table forms for migrations. Tables are STRICT, which allows no type names of our own: a column
 * declared `int` is a u64, one declared `integer` a plain number, and the driver reads them so.
 */
export const ddl = {
  integer: sql.raw("integer"),
  u64: sql.raw("int"),
  bytes: sql.raw("blob"),
  text: sql.raw("text"),
  /** Rows lie in the order of the primary key. */
  clustered: sql.raw("strict, without rowid"),
  /** For tables with large byte columns, and those whose key is one integer. */
  heap: sql.raw("strict"),
};

/** Statements after which rows of a table can be added, and neither changed nor deleted. */
export function appendOnly(table: string): string[] {
  return ["update", "delete"].map(
    (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table}
      begin select raise(abort, '${table} takes no ${verb}'); end`,
  );
}

/** Values bound by one statement; SQLite allows 32,766. */
export const MAX_PARAMETERS = 30_000;

/** Where rows are written, and what becomes of a row whose `key` is stored. */
interface InsertInto {
  table: string;
  onStored: "refuse" | "keep" | "replace";
  key: readonly string[];
}

/**
 * `insert into table (columns) values (…), (…)` for `rowCount` rows. A row whose key is stored is an error, or stays, or
 * is replaced: in place, so that indexes over its key alone are left as they are.
 */
export function insertText(into: InsertInto, columns: readonly string[], rowCount: number): string {
  const names = quoted(columns);
  const row = `(${columns.map(() => "?").join(", ")})`;
  const rows = Array.from({ length: rowCount }, () => row).join(", ");
  return `insert into "${into.table}" (${names}) values ${rows}${conflictText(into, columns)}`;
}

function conflictText({ onStored, key }: InsertInto, columns: readonly string[]): string {
  if (onStored === "refuse") return "";
  if (onStored === "keep") return " on conflict do nothing";
  const set = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  return ` on conflict (${quoted(key)}) do update set ${set.join(", ")}`;
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

/** `delete from table where keys`. */
export function deleteText(table: string, keys: readonly string[]): string {
  return `delete from "${table}" where ${keys.map((key) => `"${key}" = ?`).join(" and ")}`;
}

/** `update table set columns where keys`, values in that order. */
export function updateText(table: string, columns: readonly string[], keys: readonly string[]): string {
  const set = columns.map((column) => `"${column}" = ?`).join(", ");
  return `update "${table}" set ${set} where ${keys.map((key) => `"${key}" = ?`).join(" and ")}`;
}
