import { expect, test } from "vitest";
import { roundTicks } from "./ticks";

test.each([
  [0, 1200],
  [5, 7],
  [-300, 900],
  [0, 0],
  [0, 0.3],
  [0, 2.1e14],
  [0, 86_400_000 * 40],
])("ticks from %d to %d cover both ends and zero, and are few", (least, most) => {
  const ticks = roundTicks({ least, most });
  expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, least));
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  expect(ticks).toContain(0);
  expect(ticks.length).toBeGreaterThan(1);
  expect(ticks.length).toBeLessThanOrEqual(6);
});
