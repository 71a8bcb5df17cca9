import { type Kysely, sql } from "kysely";
import { ENGINE } from "./engines";

/** A column that is damaged in one row. */
export interface Damage {
  table: string;
  column: string;
  /** SQL condition; the last row that matches is damaged. */
  where?: string | undefined;
  /** Whether the column identifies rows although it is not in the primary key. */
  keyPart?: boolean | undefined;
}

/** Columns of every table, sorted by name, without the bookkeeping of migrations. */
export async function tableColumns<Tables>(db: Kysely<Tables>): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { table, name } of await ENGINE.columns(db)) {
    const columns = tables[table] ?? [];
    tables[table] = columns;
    columns.push(name);
  }
  return tables;
}

type Row = Record<string, unknown>;

/**
 * Damages a column in the last row of its table. An empty table first gets a row that belongs to nothing.
 * @returns a pattern for the difference that names it
 */
export async function damageOf<Tables>(
  db: Kysely<Tables>,
  { table, column, where = "true", keyPart = false }: Damage,
): Promise<RegExp> {
  const columns = (await ENGINE.columns(db)).filter((each) => each.table === table);
  const keys = columns.filter(({ keyAt }) => keyAt > 0).sort((a, b) => a.keyAt - b.keyAt);
  const order = sql.join(keys.map(({ name }) => sql`${sql.ref(name)} desc`));
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where ${sql.raw(where)} order by ${order} limit 1`.execute(
      db,
    );
  const row = rows[0];
  // An empty part at the end is left out.
  const key = (of: Row) =>
    keys
      .map(({ name }) => textOf(of[name]))
      .join("/")
      .replace(/\/0x$/, "");
  if (row === undefined) {
    const made = Object.fromEntries(columns.map(({ name, kind }) => [name, FIRST[kind] ?? 1]));
    const names = sql.join(Object.keys(made).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(made))})`.execute(
      db,
    );
    return new RegExp(`^${table} ${escaped(key(made))}\\b.*stored`);
  }
  const kind = columns.find(({ name }) => name === column)?.kind ?? "";
  const damaged = { ...row, [column]: damagedValue(row[column], kind) };
  const isRow = sql.join(
    keys.map(({ name }) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${damaged[column]} where ${isRow}`.execute(
    db,
  );
  const isKey = keyPart || keys.some(({ name }) => name === column);
  const eitherKey = `(${escaped(key(damaged))}|${escaped(key(row))})\\b`;
  // The numbers of a dictionary are the store's own choice: the rows that refer to them differ, and are named.
  if (table === "address") return new RegExp(`(^| \\()address(_tx)? ${eitherKey}`);
  if (table === "asset") return /^asset(_tx)? .*stored/;
  if (table === "container_run") return /container|run|accepted_at_ns/;
  return isKey
    ? new RegExp(`^${table} ${eitherKey}.*: stored`)
    : new RegExp(`^${table} ${escaped(key(row))}( \\(.*\\))? ${column}: stored`);
}

const FIRST: Readonly<Record<string, unknown>> = { text: "x", bytes: new Uint8Array(32).fill(1) };

/** Another text of the same length, of letters and digits that are valid in hexadecimal and decimal numbers. */
export function damagedText(text: string): string {
  const at = Math.max(0, text.search(/\d\D*$/));
  return `${text.slice(0, at)}${text[at] === "1" ? "2" : "1"}${text.slice(at + 1)}`;
}

function damagedValue(value: unknown, kind: string): unknown {
  if (value instanceof Uint8Array) {
    if (value.length <= 1) return Uint8Array.of(1, 1);
    return value.map((byte, i) => (i === Math.floor(value.length / 2) ? byte ^ 0x80 : byte));
  }
  if (typeof value === "boolean") return !value;
  if (typeof value === "bigint") return value + 1n;
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return damagedText(value);
  return FIRST[kind] ?? 1;
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? `0x${Buffer.from(value).toString("hex")}` : String(value);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
