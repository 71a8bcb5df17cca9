import { type Expression, ExpressionWrapper, PrimitiveValueListNode, type RawBuilder, sql } from "kysely";

/** What queries say beside Kysely's own words, because each engine says it in its own way. */

type Condition = RawBuilder<boolean>;

/** The right side of `in`: some values. Nothing is in an empty set, where `in ()` is an error to other engines. */
export function setOf<T>(values: readonly T[]): Expression<T> {
  if (values.length === 0) return sql<T>`(select null where false)`;
  return new ExpressionWrapper<unknown, never, T>(PrimitiveValueListNode.create(values));
}

/**
 * The right side of `in`: some numbers, bound as one value. For hundreds of them, where binding each costs more than what
 * they find.
 */
export function numberSetOf(numbers: readonly number[]): Expression<number> {
  return sql<number>`(select value from json_each(${JSON.stringify(numbers)}))`;
}

/** Whether columns together are one of some keys. */
export function inTuples(columns: readonly string[], keys: readonly (readonly unknown[])[]): Condition {
  if (keys.length === 0) return sql<boolean>`false`;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const rows = sql.join(keys.map((key) => sql`(${sql.join(key)})`));
  return sql<boolean>`(${names}) in (values ${rows})`;
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
  return sql<boolean>`(${sql.ref(column)} is null) = ${sql.lit(isNull ? 1 : 0)}`;
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
  return sql<Uint8Array>`substr(${sql.ref(column)}, -1)`;
}

/** Bytes of a column as hex digits; none for null. */
export function hexOf(column: string): RawBuilder<string> {
  return sql<string>`lower(hex(${sql.ref(column)}))`;
}

/** All rows of a query as one JSON text, an array each, in any order: handing a row out costs several times as much. */
export function jsonRows(columns: readonly Expression<unknown>[]): RawBuilder<string> {
  return sql<string>`json_group_array(json_array(${sql.join(columns)}))`;
}

/** A column without its index: the planner would choose the wrong one. */
export function withoutIndex(column: string): RawBuilder<unknown> {
  return sql`+${sql.ref(column)}`;
}

const SIGN = 2n ** 63n;

/** What a u64 column is sorted by, in order: values from 2^63 on are stored below zero. */
export function u64Order(column: string): RawBuilder<unknown>[] {
  return [sql`(${sql.ref(column)} < 0)`, sql`${sql.ref(column)}`];
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
