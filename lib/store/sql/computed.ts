import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from "kysely";

/**
 * Computed columns of a query, with the type they are read as. The engine gives an expression no type: where its value
 * alone would mislead, the name of the column carries one (`is_active:flag`), and the driver removes it again.
 */

/** How drivers read a column, by the mark after its name. */
const MARKED: Readonly<Record<string, (value: unknown) => unknown>> = {
  flag: (value) => Number(value) === 1,
  u64sum: (value) => {
    const [high = "0", low = "0"] = String(value).split(" ");
    return BigInt(high) * 2n ** 32n + BigInt(low);
  },
};

function marked<T, Name extends string>(
  value: RawBuilder<T>,
  name: Name,
  mark: string,
): AliasedRawBuilder<T, Name> {
  return value.as<Name>(sql.ref(`${name}:${mark}`));
}

/** Selects whether a condition is met. A condition that is null is not. */
export function flagAs<Name extends string>(
  name: Name,
  condition: Expression<unknown>,
): AliasedRawBuilder<boolean, Name> {
  return marked(sql<boolean>`case when ${condition} then 1 else 0 end`, name, "flag");
}

/**
 * Selects the sum of a u64 column under its own name; 0 without rows. In halves, because the engine's integers are signed
 * and have 64 bits: the sum of two u64 may not fit. Halves add up exactly over 2^31 rows.
 */
export function u64SumAs<Column extends string>(column: Column): AliasedRawBuilder<bigint, Column> {
  const value = sql.ref(column);
  const halves = sql<bigint>`coalesce(sum((${value} >> 32) & 4294967295), 0) || ' ' ||
    coalesce(sum(${value} & 4294967295), 0)`;
  return marked(halves, column, "u64sum");
}

/** How many rows there are. */
export const rowCount: RawBuilder<number> = sql<number>`count(*)`;

/** The sum of a column of numbers, exact below 2^53; 0 without rows. */
export function sumOf(column: string): RawBuilder<number> {
  return sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
}

/** The largest number of a column; null without rows. */
export function largestOf(column: string): RawBuilder<number | null> {
  return sql<number | null>`max(${sql.ref(column)})`;
}

/** The name of a computed column without its mark, and how that says its value is read. */
export function readMark(column: string): { name: string; read: ((value: unknown) => unknown) | undefined } {
  const at = column.lastIndexOf(":");
  const mark = at < 0 ? "" : column.slice(at + 1);
  return Object.hasOwn(MARKED, mark)
    ? { name: column.slice(0, at), read: MARKED[mark] }
    : { name: column, read: undefined };
}
