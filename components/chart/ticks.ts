const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Round steps of time, ms. Below and above, steps are round in decimals of seconds and days. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 6, 12].map((hours) => hours * HOUR),
];
const DAY = 24 * HOUR;

/** The same for durations, ms, in steps that people count time in: 1, 2, 5, 10, 30 s and min. */
export function timeTicks(range: { least: number; most: number }): number[] {
  const rough = (Math.max(0, range.most) - Math.min(0, range.least)) / 3;
  const step = rough <= SECOND / 2 ? undefined : TIME_STEPS.find((size) => size >= rough);
  if (step !== undefined) return ticksOf(range, step);
  if (rough <= SECOND / 2) return roundTicks(range);
  return roundTicks({ least: range.least / DAY, most: range.most / DAY }).map((days) => days * DAY);
}

/** Three to six round ticks that cover zero and everything from `least` to `most`. */
export function roundTicks({ least, most }: { least: number; most: number }): number[] {
  const from = Math.min(0, least);
  const to = Math.max(0, most);
  if (from === to) return [0, 1];
  const rough = (to - from) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  return ticksOf({ least, most }, step);
}

function ticksOf({ least, most }: { least: number; most: number }, step: number): number[] {
  const first = Math.floor(Math.min(0, least) / step);
  const last = Math.ceil(Math.max(0, most) / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
