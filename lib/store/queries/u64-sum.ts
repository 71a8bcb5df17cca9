import { sql } from "kysely";

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
