import { expect, test } from "vitest";
import { describeLag, summarizeLag } from "./lag";

const points = (...lags: number[]) =>
  lags.map((lagMs, index) => ({ height: index + 1, time: index, acceptedAtNs: "0", lagMs }));

test("percentiles are values that occur, in any order of the points", () => {
  const hundred = points(...Array.from({ length: 100 }, (_, index) => 100 - index));
  expect(summarizeLag(hundred)).toEqual({ least: 1, low: 5, median: 50, high: 95, most: 100 });
  expect(summarizeLag(points(7))).toEqual({ least: 7, low: 7, median: 7, high: 7, most: 7 });
});

test("no points, no summary", () => {
  expect(summarizeLag([])).toBeUndefined();
});

test("the sentence has the number of blocks, the median and the 95th percentile", () => {
  const some = points(310, 310, 840);
  const summary = summarizeLag(some);
  expect(summary && describeLag(some, summary, "P-Chain").replaceAll("\u2009", " ")).toBe(
    "Acceptance lag of the newest 3 P-Chain blocks: median 0.31 s, 95th percentile 0.84 s.",
  );
});
