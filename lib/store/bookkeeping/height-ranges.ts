import type { EvmFacts } from "./evm-facts";

/** Heights from one to another, both included. */
export interface HeightRange {
  from: number;
  to: number;
}

/** Ranges kept. Beyond that the two nearest become one: reading the blocks between them again does no harm. */
const MOST_RANGES = 64;

/** The facts that name blocks which may be stored without their traces, or their logs. */
export type LackFact = "untraced" | "unlogged";

/** The blocks that a fact names, in order, with gaps between the ranges. */
export function rangesOf(facts: EvmFacts, name: LackFact): HeightRange[] {
  return readRanges(facts[name] ?? "");
}

/** Ranges in the form of the facts that name some: `1-50,61,198-202`. */
export function readRanges(text: string): HeightRange[] {
  return text
    .split(",")
    .filter((text) => text !== "")
    .map((text) => {
      const [from = 0, to = from] = text.split("-").map(Number);
      return { from, to };
    });
}

/** The inverse of `rangesOf`. */
export function rangesFact(name: LackFact, ranges: readonly HeightRange[]): EvmFacts {
  return { [name]: writeRanges(ranges) };
}

/** The inverse of `readRanges`. */
export function writeRanges(ranges: readonly HeightRange[]): string {
  return ranges.map(({ from, to }) => `${from}-${to}`).join(",");
}

/** Height of the last block without its traces; undefined when all have them. */
export function lastUntraced(facts: EvmFacts): number | undefined {
  return rangesOf(facts, "untraced").at(-1)?.to;
}

/** Ranges with exactly one more, however many they become. */
export function withExactRange(ranges: readonly HeightRange[], added: HeightRange): HeightRange[] {
  const merged: HeightRange[] = [];
  for (const range of [...ranges, added].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
}

/** Ranges with one more. */
export function withRange(ranges: readonly HeightRange[], added: HeightRange): HeightRange[] {
  const merged = withExactRange(ranges, added);
  if (merged.length <= MOST_RANGES) return merged;
  const gaps = merged.slice(1).map(({ from }, i) => from - (merged[i]?.to ?? 0));
  const nearest = gaps.indexOf(Math.min(...gaps));
  const to = merged[nearest + 1]?.to ?? 0;
  return merged.flatMap((range, i) => (i === nearest ? { ...range, to } : i === nearest + 1 ? [] : range));
}

/** Ranges without the heights of another one. */
export function withoutRange(ranges: readonly HeightRange[], taken: HeightRange): HeightRange[] {
  return ranges.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, taken.from - 1) },
      { from: Math.max(from, taken.to + 1), to },
    ].filter((left) => left.from <= left.to && (left.to < taken.from || left.from > taken.to)),
  );
}
