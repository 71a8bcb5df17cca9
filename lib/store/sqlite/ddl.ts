import { sql } from "kysely";

/**
 * Column types and table forms for migrations. Tables are STRICT, which allows no type names of our own: a column
 * declared `int` is a u64, one declared `integer` a plain number, and the driver reads them so.
 */
export const ddl = {
  integer: sql.raw("integer"),
  /** A primary key that the engine counts up, for rows inserted without one. */
  identity: sql.raw("integer primary key"),
  u64: sql.raw("int"),
  bytes: sql.raw("blob"),
  text: sql.raw("text"),
  /** Rows are stored in the order of the primary key. */
  clustered: sql.raw("strict, without rowid"),
  /** For tables with large byte columns, and those whose key is one integer. */
  heap: sql.raw("strict"),
};

/** Statements that make a table refuse updates and deletes. */
export function appendOnly(table: string): string[] {
  return ["update", "delete"].map(
    (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table}
      begin select raise(abort, '${table} takes no ${verb}'); end`,
  );
}
