/** Three to six round ticks that cover zero and everything from `least` to `most`. */
export function roundTicks({ least, most }: { least: number; most: number }): number[] {
  const from = Math.min(0, least);
  const to = Math.max(0, most);
  if (from === to) return [0, 1];
  const rough = (to - from) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
