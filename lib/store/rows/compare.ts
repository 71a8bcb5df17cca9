import type { Kysely } from "kysely";
import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { DERIVED_TABLES } from "./derived-tables";
import { pagesOf, type Row } from "./pages";

/** A column in which a stored row is wrong, or a whole row that is missing or should not be there. */
export interface RowDifference {
  table: string;
  /** Values of the primary key. */
  key: string;
  /** Column; undefined for a whole row. */
  field: string | undefined;
  /** As text; undefined when there is no such row. */
  stored: string | undefined;
  expected: string | undefined;
}

/** Columns that differ between any two indexings: when the row was written. */
const MOMENTARY_COLUMNS: readonly string[] = ["stored_at_ms"];

export interface Comparing {
  /** All derived tables of the primary store by default. */
  tables?: readonly ComparedTable[];
  /** A row in comparable form; undefined when the rebuilt row says nothing about it. Unchanged by default. */
  comparable?: (row: ComparedRow) => ComparedRow | undefined;
  onDifference: (difference: RowDifference) => void;
  onTable: (done: number, total: number) => void;
}

export interface ComparedTable {
  table: string;
  /** Columns of its primary key. */
  keys: readonly string[];
}

/** A row as stored and as rebuilt. One of them may be missing. */
export interface ComparedRow {
  table: string;
  stored: Row | undefined;
  expected: Row | undefined;
}

/**
 * Compares tables of two stores row by row, page by page.
 * @returns rows compared
 */
export async function compareTables<Tables>(
  { stored, expected }: { stored: Kysely<Tables>; expected: Kysely<Tables> },
  { tables = DERIVED_TABLES, comparable = (row) => row, onDifference, onTable }: Comparing,
): Promise<number> {
  let rows = 0;
  for (const [done, { table, keys }] of tables.entries()) {
    onTable(done, tables.length);
    const theirs = rowsOf(expected, table, keys);
    const mine = rowsOf(stored, table, keys);
    let left = await mine.next();
    let right = await theirs.next();
    while (!left.done || !right.done) {
      const order = left.done ? 1 : right.done ? -1 : compareKeys(keys, left.value, right.value);
      const row = comparable({
        table,
        stored: order <= 0 ? left.value || undefined : undefined,
        expected: order >= 0 ? right.value || undefined : undefined,
      });
      if (row !== undefined) {
        rows++;
        const key = spellKey(keys, row.stored ?? row.expected ?? {});
        for (const difference of differencesOf(row.stored, row.expected))
          onDifference({ table, key, ...difference });
      }
      if (order <= 0) left = await mine.next();
      if (order >= 0) right = await theirs.next();
    }
  }
  return rows;
}

function* differencesOf(
  stored: Row | undefined,
  expected: Row | undefined,
): Generator<Pick<RowDifference, "field" | "stored" | "expected">> {
  if (!stored || !expected) {
    const whole = (row: Row | undefined) => row && "a row";
    return void (yield { field: undefined, stored: whole(stored), expected: whole(expected) });
  }
  for (const [field, value] of Object.entries(expected)) {
    if (MOMENTARY_COLUMNS.includes(field) || isEqual(stored[field], value)) continue;
    yield { field, stored: spell(stored[field]), expected: spell(value) };
  }
}

/** All rows of a table in order of its primary key. */
async function* rowsOf<Tables>(
  db: Kysely<Tables>,
  table: string,
  key: readonly string[],
): AsyncGenerator<Row, undefined, void> {
  for await (const page of pagesOf(db, { table, key })) yield* page;
  return undefined;
}

/** In the engine's order: numbers by value, bytes and texts byte by byte. */
function compareKeys(keys: readonly string[], a: Row, b: Row): number {
  for (const key of keys) {
    const left = a[key];
    const right = b[key];
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : Buffer.compare(bytesOf(left), bytesOf(right));
    if (order !== 0) return order;
  }
  return 0;
}

function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}

function isEqual(a: unknown, b: unknown): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? equalBytes(a, b) : a === b;
}

function spellKey(keys: readonly string[], row: Row): string {
  return keys.map((key) => spell(row[key])).join("/");
}

function spell(value: unknown): string {
  return value instanceof Uint8Array ? toHex(value) : String(value);
}
