/**
 * A unique name for each row of a list: its own name, with a number from the second row of that name on. Counted over
 * all rows so far, never within a page, so that a row keeps its name when pages are added after it.
 */
export function nameRows<Row>(rows: readonly Row[], nameOf: (row: Row) => string): string[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = nameOf(row);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}~${before}`;
  });
}

/** The `id` of a row's element. */
export function elementOf(name: string): string {
  return `row-${name}`;
}
