import { type Expression, type RawBuilder, sql } from "kysely";

/** What queries say of values beside Kysely's own words: each engine says it in its own way. */

type Condition = RawBuilder<boolean>;

/** Whether columns are together one of some keys, which are not none. */
export function inTuples(columns: readonly string[], keys: readonly (readonly unknown[])[]): Condition {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const rows = sql.join(keys.map((key) => sql`(${sql.join(key)})`));
  return sql<boolean>`(${names}) in (values ${rows})`;
}

/** Whether a column is a value, or null when that is null, in words that an index answers. */
export function isSame(column: string, value: unknown): Condition {
  return value === null
    ? sql<boolean>`${sql.ref(column)} is null`
    : sql<boolean>`${sql.ref(column)} = ${value}`;
}

/** Whether a column is null, or is not, as the indexes of migrations say it. */
export function isNullIndexed(column: string, isNull: boolean): Condition {
  return sql<boolean>`(${sql.ref(column)} is null) = ${sql.lit(isNull ? 1 : 0)}`;
}

/** A condition as a column of the answer: 1 or 0. */
export function asNumber(condition: Expression<unknown>): RawBuilder<0 | 1> {
  return sql<0 | 1>`case when ${condition} then 1 else 0 end`;
}

/** The last byte of a column of bytes. */
export function lastByte(column: string): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`substr(${sql.ref(column)}, -1)`;
}

/** A column that no index is used for: for the planner, who would walk along the wrong one. */
export function withoutIndex(column: string): RawBuilder<unknown> {
  return sql`+${sql.ref(column)}`;
}

/**
 * Selects the sum of a u64 column, to be read with `readU64Sum`. In halves, because the engine's integers are signed and
 * have 64 bits: the sum of two u64 may be none that it can hold. Halves add up exactly over 2^31 rows. No row gives 0.
 */
export function selectU64Sum<Column extends string>(column: Column) {
  const value = sql.ref(column);
  return sql`coalesce(sum((${value} >> 32) & 4294967295), 0) as ${sql.ref(`${column}_high`)},
    coalesce(sum(${value} & 4294967295), 0) as ${sql.ref(`${column}_low`)}`;
}

/** What `selectU64Sum` adds to a row. */
export type U64Sum<Column extends string> = Record<`${Column}_${"high" | "low"}`, number | bigint>;

/** The sum that `selectU64Sum` selected. */
export function readU64Sum<Column extends string>(row: U64Sum<Column>, column: Column): bigint {
  return BigInt(row[`${column}_high`]) * 2n ** 32n + BigInt(row[`${column}_low`]);
}

const SIGN = 2n ** 63n;

/** What a u64 column is sorted by, in order: what is 2^63 and more is kept below zero. */
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
