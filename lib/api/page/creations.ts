import type { PositionRange } from "../../store/queries/position";
import { after } from "../../store/queries/position";

/** Positions of a list of creations: from the genesis on, after the row at `cursor`. */
export function rangeOfAll(order: "asc" | "desc", cursor: number | undefined): PositionRange {
  return after({ from: 0, below: Number.MAX_SAFE_INTEGER, order }, cursor);
}
