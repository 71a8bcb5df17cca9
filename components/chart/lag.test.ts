import { expect, test } from "vitest";
import { describeLag, lagTicks, summarizeLag } from "./lag";

const points = (...lags: number[]) =>
  lags.map((lagMs, index) => ({ height: index + 1, time: index, acceptedAtNs: "0", lagMs }));

test("percentiles are values that occurred, whatever the order of the points", () => {
  const hundred = points(...Array.from({ length: 100 }, (_, index) => 100 - index));
  expect(summarizeLag(hundred)).toEqual({ least: 1, low: 5, median: 50, high: 95, most: 100 });
  expect(summarizeLag(points(7))).toEqual({ least: 7, low: 7, median: 7, high: 7, most: 7 });
});

test("no points, no summary", () => {
  expect(summarizeLag([])).toBeUndefined();
});

test.each([
  [0, 1200],
  [5, 7],
  [-300, 900],
  [0, 0],
  [0, 86_400_000 * 40],
])("ticks from %i to %i hold both ends and zero, and are few", (least, most) => {
  const ticks = lagTicks({ least, most });
  expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, least));
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  expect(ticks).toContain(0);
  expect(ticks.length).toBeGreaterThan(1);
  expect(ticks.length).toBeLessThanOrEqual(6);
});

test("the sentence says how many blocks, the median and the 95th percentile", () => {
  const some = points(310, 310, 840);
  const summary = summarizeLag(some);
  expect(summary && describeLag(some, summary).replaceAll("\u2009", " ")).toBe(
    "Acceptance lag of the newest 3 P-Chain blocks: median 0.31 s, 95th percentile 0.84 s.",
  );
});
