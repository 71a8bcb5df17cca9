/**
 * A name for each row of a list, unique in it: its own, and from the second row of that name on with a number. Counted
 * over all rows so far, never within a page, so that a row keeps its name as pages are added behind it.
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
