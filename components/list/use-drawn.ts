import { type ReactNode, useMemo } from "react";

/**
 * Draws each row once, until how rows are drawn changes: a list of thousands would otherwise be drawn anew with each page.
 * @param decimals what the columns have in common, which more rows may change
 */
export function useDrawn<Row>(
  draw: (row: Row, decimals: readonly number[]) => ReactNode,
  decimals: readonly number[],
): (row: Row) => ReactNode {
  const spelled = decimals.join();
  return useMemo(() => {
    const shared = spelled === "" ? [] : spelled.split(",").map(Number);
    const drawn = new Map<Row, ReactNode>();
    return (row) => {
      if (!drawn.has(row)) drawn.set(row, draw(row, shared));
      return drawn.get(row);
    };
  }, [draw, spelled]);
}
