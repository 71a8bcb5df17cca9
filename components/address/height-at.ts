/**
 * Height of the last block whose time is not after `at` (unix seconds), up to `newest`; 0, the genesis, before the first.
 * Blocks' times never go back, so about log2 of the height are asked for theirs.
 */
export async function lastHeightUpTo(
  at: number,
  newest: number,
  timeOf: (height: number) => Promise<number>,
): Promise<number> {
  let known = 0;
  let after = newest + 1;
  while (after - known > 1) {
    const middle = Math.floor((known + after) / 2);
    if ((await timeOf(middle)) <= at) known = middle;
    else after = middle;
  }
  return known;
}
