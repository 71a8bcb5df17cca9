/**
 * How often something took how long, by classes of 10 %: class 0 is up to 1 ms, class n up to 1.1^n ms. Sums of these are exact;
 * a median is within 5 %.
 */
export type Durations = Record<number, number>;

const GROWTH = Math.log(1.1);

/** @param ms a non-negative number */
export function addDuration(durations: Durations, ms: number): void {
  const kind = ms <= 1 ? 0 : Math.ceil(Math.log(ms) / GROWTH);
  durations[kind] = (durations[kind] ?? 0) + 1;
}

export function addDurations(durations: Durations, more: Durations): void {
  for (const [kind, count] of Object.entries(more))
    durations[Number(kind)] = (durations[Number(kind)] ?? 0) + count;
}

/** The middle one, ms; 0 for none. */
export function medianOf(durations: Durations): number {
  const kinds = Object.entries(durations).map(([kind, count]) => [Number(kind), count] as const);
  const half = kinds.reduce((sum, [, count]) => sum + count, 0) / 2;
  let sum = 0;
  for (const [kind, count] of kinds.sort(([a], [b]) => a - b)) {
    sum += count;
    if (sum >= half) return kind === 0 ? 0.5 : Math.exp((kind - 0.5) * GROWTH);
  }
  return 0;
}
