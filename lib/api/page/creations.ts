import type { PositionRange } from "../../store/queries/position";
import { after } from "../../store/queries/position";

/** Where lists of what was created run: from the genesis on, behind the row at `cursor`. */
export function rangeOfAll(order: "asc" | "desc", cursor: number | undefined): PositionRange {
  return after({ from: 0, below: Number.MAX_SAFE_INTEGER, order }, cursor);
}
