interface InBlock {
  /** Height of its block. */
  block: string;
}

/**
 * Where a list continues after its last row, if the API counts by block: the block's height, and how many of its rows
 * come up to that row. `start` is the height and count after which the first row stood.
 */
export function positionInBlock(
  rows: readonly InBlock[],
  start: InBlock & { shown: number },
): InBlock & { shown: number } {
  const { block } = rows.at(-1) ?? start;
  const before = start.block === block ? start.shown : 0;
  return { block, shown: before + rows.filter((row) => row.block === block).length };
}
