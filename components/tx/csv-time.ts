/** Heads of the cells of `timeCells`. */
export const TIME_HEADS = { own: "time_utc", accepted: "accepted_utc" } as const;

/**
 * Cells of a transaction's time, by its block and by its acceptance. Whatever was in a vertex has the second alone, and
 * neither where nobody knows it. `time` is in unix seconds.
 */
export function timeCells({
  time,
  isInVertex = false,
}: {
  time?: number | undefined;
  isInVertex?: boolean | undefined;
}): Record<keyof typeof TIME_HEADS, string> {
  const text = time === undefined ? "" : new Date(time * 1000).toISOString();
  return isInVertex ? { own: "", accepted: text } : { own: text, accepted: "" };
}
