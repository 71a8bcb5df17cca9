import { positionInBlock } from "@/components/list/position-in-block";

/** Whether a text is where a list of changes continues, as `firnL1Changes` takes it. */
export function isChangePosition(text: string): boolean {
  return /^\d{1,11}-\d{1,4}$/.test(text);
}

/** Where such a list continues after the last of `changes`. `start` is where the first of them was. */
export function positionAfterChanges(
  changes: readonly { height: number }[],
  start: string | undefined,
): string {
  const [block = "", shown = "0"] = start?.split("-") ?? [];
  const placed = changes.map(({ height }) => ({ block: String(height) }));
  const at = positionInBlock(placed, { block, shown: Number(shown) });
  return `${at.block}-${at.shown}`;
}
