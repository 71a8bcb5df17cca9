import { expect, test } from "vitest";
import { lastHeightUpTo } from "./height-at";

/** Of the blocks from the genesis on; several may be of one second. */
const TIMES = [100, 110, 110, 110, 150, 151, 180];

test("the last block up to a time is the last of those of that second", async () => {
  for (let at = 90; at < 200; at++) {
    const last = TIMES.findLastIndex((time) => time <= at);
    const found = await lastHeightUpTo(at, TIMES.length - 1, async (height) => TIMES[height] ?? Number.NaN);
    expect(found).toBe(Math.max(last, 0));
  }
  expect(
    await lastHeightUpTo(100, 0, () => Promise.reject(new Error("a genesis is asked for nothing"))),
  ).toBe(0);
});

test("a long chain is asked for few times", async () => {
  let asked = 0;
  const timeOf = async (height: number) => {
    asked++;
    return height * 2;
  };
  expect(await lastHeightUpTo(1_234_567, 50_000_000, timeOf)).toBe(617_283);
  expect(asked).toBeLessThan(27);
});
