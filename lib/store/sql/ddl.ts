import { sql } from "kysely";
import { spelled } from "./spelled";

const word = (sqlite: string, postgres: string) =>
  spelled({ sqlite: sql.raw(sqlite), postgres: sql.raw(postgres) });

/**
 * Column types and table forms for migrations. SQLite's tables are STRICT, which allows no type names of our own: a column
 * declared `int` is a u64, one declared `integer` a plain number, and the driver reads them so. PostgreSQL has a domain
 * for the first, made with the schema.
 */
export const ddl = {
  integer: word("integer", "bigint"),
  /** A primary key that counts up. */
  identity: word("integer primary key", "bigint primary key"),
  u64: word("int", "u64"),
  bytes: word("blob", "bytea"),
  /** In the order of code points. */
  text: word("text", 'text collate "C"'),
  /** Rows are stored in the order of the primary key, where the engine can. */
  clustered: word("strict, without rowid", ""),
  /** For tables with large byte columns, and those whose key is one integer. */
  heap: word("strict", ""),
};

/** Statements that make a table of an embedded store refuse updates and deletes. */
export function appendOnly(table: string): string[] {
  return ["update", "delete"].map(
    (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table}
      begin select raise(abort, '${table} takes no ${verb}'); end`,
  );
}
