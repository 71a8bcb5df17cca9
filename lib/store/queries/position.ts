/** Positions `from` (inclusive) to `below` (exclusive), and the order in which a list reads them. */
export interface PositionRange {
  from: number;
  below: number;
  order: "asc" | "desc";
}

/** The rest of a range after the row at `cursor`, in the order of the list. */
export function after(range: PositionRange, cursor: number | undefined): PositionRange {
  if (cursor === undefined) return range;
  return range.order === "asc"
    ? { ...range, from: Math.max(range.from, cursor + 1) }
    : { ...range, below: Math.min(range.below, cursor) };
}
