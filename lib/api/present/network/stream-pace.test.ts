import { expect, test } from "vitest";
import { type PacedBlock, paceOf } from "./stream-pace";

const START = 1_800_000_000;
/** Blocks with pauses between them, in seconds, newest first. By default each is accepted 50 ms after its time. */
function chain(pauses: readonly number[], acceptedAfterMs: number | null = 50): PacedBlock[] {
  const times = [START];
  for (const pause of pauses) times.push((times.at(-1) ?? START) + pause);
  return times.reverse().map((time) => ({
    time,
    accepted_at_ns: acceptedAfterMs === null ? null : BigInt(time * 1_000 + acceptedAfterMs) * 1_000_000n,
  }));
}
const steady = Array.from({ length: 50 }, () => 2);

test("a chain with a block every two seconds may pause for five minutes", () => {
  expect(paceOf(chain(steady))).toEqual({
    usualMs: 2_000,
    longestMs: 2_000,
    allowedMs: 300_000,
    newestAt: (START + 100) * 1_000 + 50,
  });
});

test("a chain with blocks on demand may pause for three times its longest recent pause", () => {
  expect(paceOf(chain([...steady, 7_200, ...steady]))).toMatchObject({
    usualMs: 2_000,
    longestMs: 7_200_000,
    allowedMs: 21_600_000,
  });
});

test("bootstrapped blocks have the pace of their block times, and the age of their acceptance", () => {
  const weekMs = 7 * 86_400_000;
  expect(paceOf(chain(steady, weekMs))).toMatchObject({
    usualMs: 2_000,
    newestAt: (START + 100) * 1_000 + weekMs,
  });
});

test("an L1, whose acceptance times are unknown, is as old as its newest block", () => {
  expect(paceOf(chain(steady, null))?.newestAt).toBe((START + 100) * 1_000);
});

test("too few blocks have no pace", () => {
  expect(paceOf([])).toBeUndefined();
  expect(paceOf(chain([2, 2, 2]))).toBeUndefined();
});
