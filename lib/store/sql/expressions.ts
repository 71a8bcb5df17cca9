import { type Expression, type RawBuilder, sql } from "kysely";
import { emptySet, spelled } from "./spelled";

/** What queries say beside Kysely's own words, because each engine says it in its own way. */

type Condition = RawBuilder<boolean>;

/**
 * The right side of Kysely's `in`: some values. Nothing is in an empty set, where `in ()` is an error to other engines. SQL
 * written by hand takes `isIn`.
 */
export function setOf<T>(values: readonly T[]): Expression<T> {
  if (values.length === 0) return emptySet();
  return spelled<T>({ sqlite: sql`(${sql.join(values)})`, postgres: sql`(select unnest(${values}))` });
}

/** Whether a column is one of some values: of none it never is. */
export function isIn(column: string, values: readonly unknown[]): Condition {
  return values.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} in ${setOf(values)}`;
}

/** A condition that few rows meet, said where SQLite takes the index of another one. */
export function isRare(condition: Condition): Condition {
  return spelled<boolean>({ sqlite: sql`unlikely(${condition})`, postgres: condition });
}

/**
 * The right side of `in`: some numbers, bound as one value. For hundreds of them, where binding each costs more than what
 * they find.
 */
export function numberSetOf(numbers: readonly number[]): Expression<number> {
  return spelled<number>({
    sqlite: sql`(select value from json_each(${JSON.stringify(numbers)}))`,
    postgres: numbers.length === 0 ? sql`(select 0 where false)` : sql`(select unnest(${numbers}))`,
  });
}

/** Whether columns together are one of some keys. */
export function inTuples(columns: readonly string[], keys: readonly (readonly unknown[])[]): Condition {
  if (keys.length === 0) return sql<boolean>`false`;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const rows = sql.join(keys.map((key) => sql`(${sql.join(key)})`));
  const byColumn = columns.map((_, column) => sql`${keys.map((key) => key[column])}`);
  return spelled<boolean>({
    sqlite: sql`(${names}) in (values ${rows})`,
    postgres: sql`(${names}) in (select * from unnest(${sql.join(byColumn)}))`,
  });
}

/** Whether columns together come before or after a key: one seek in an index, where "this or that" would be a walk. */
export function tupleIs(columns: readonly string[], operator: "<" | ">", key: readonly unknown[]): Condition {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return sql<boolean>`(${names}) ${sql.raw(operator)} (${sql.join(key)})`;
}

/** Whether a column equals a value; for null, whether it is null. An index answers both. */
export function isSame(column: string, value: unknown): Condition {
  return value === null
    ? sql<boolean>`${sql.ref(column)} is null`
    : sql<boolean>`${sql.ref(column)} = ${value}`;
}

/** Whether a column is null, or is not, in the form that the indexes of migrations have. */
export function isNullIndexed(column: string, isNull: boolean): Condition {
  const isNullHere = sql<boolean>`(${sql.ref(column)} is null)`;
  return spelled<boolean>({
    sqlite: sql`${isNullHere} = ${sql.lit(isNull ? 1 : 0)}`,
    postgres: sql`${isNullHere} = ${sql.lit(isNull)}`,
  });
}

/** Whether a flag is set, or is not, written out: an index over some rows is not used for bound values. */
export function isFlag(column: string, value: boolean): Condition {
  return sql<boolean>`${sql.ref(column)} = ${sql.lit(value ? 1 : 0)}`;
}

/**
 * Whether a text begins with another, whatever the case of ASCII letters. Found in an index over `lower(…)`, which has
 * the order of `foldedOrder`.
 */
export function beginsWith(column: string, text: string): Condition {
  const beginning = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const name = foldedOrder(column);
  return sql<boolean>`${name} >= ${beginning} and ${name} < ${`${beginning}${LAST_CHARACTER}`}`;
}

/** A text in the order of its letters without their case: one that is another's beginning comes first. */
export function foldedOrder(column: string): RawBuilder<string> {
  return sql<string>`lower(${sql.ref(column)})`;
}

const LAST_CHARACTER = "\u{10ffff}";

/** Whether a column of bytes has any, in the form that the indexes of migrations have. */
export function isNotEmpty(column: string): Condition {
  return sql<boolean>`length(${sql.ref(column)}) > 0`;
}

/** The last byte of a column of bytes. */
export function lastByte(column: string): RawBuilder<Uint8Array> {
  const bytes = sql.ref(column);
  return spelled<Uint8Array>({
    sqlite: sql`substr(${bytes}, -1)`,
    postgres: sql`substring(${bytes} from length(${bytes}))`,
  });
}

/** Bytes of a column as hex digits; none for null. */
export function hexOf(column: string): RawBuilder<string> {
  return spelled<string>({
    sqlite: sql`lower(hex(${sql.ref(column)}))`,
    postgres: sql`coalesce(encode(${sql.ref(column)}, 'hex'), '')`,
  });
}

/** All rows of a query as one JSON text, an array each, in any order: handing a row out costs several times as much. */
export function jsonRows(columns: readonly Expression<unknown>[]): RawBuilder<string> {
  return spelled<string>({
    sqlite: sql`json_group_array(json_array(${sql.join(columns)}))`,
    postgres: sql`coalesce(json_agg(json_build_array(${sql.join(columns)})), '[]')::text`,
  });
}

/** A column without its index: SQLite's planner would choose the wrong one. */
export function withoutIndex(column: string): RawBuilder<unknown> {
  return spelled({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` });
}

const SIGN = 2n ** 63n;

/** What a u64 column is sorted by, in order: values from 2^63 on are stored below zero. */
export function u64Order(column: string): RawBuilder<unknown>[] {
  const isLarge = sql`(${sql.ref(column)} < 0)`;
  return [spelled({ sqlite: isLarge, postgres: sql`${isLarge}::int` }), sql`${sql.ref(column)}`];
}

/** A value to compare with all of `u64Order`, as a row. */
export function u64Rank(value: bigint): RawBuilder<unknown>[] {
  return [sql`${value >= SIGN ? 1 : 0}`, sql`${value}`];
}

/** Whether a u64 column is `value` or more. */
export function u64AtLeast(column: string, value: bigint): Condition {
  const name = sql.ref(column);
  return value >= SIGN
    ? sql<boolean>`(${name} < 0 and ${name} >= ${value})`
    : sql<boolean>`(${name} < 0 or ${name} >= ${value})`;
}
