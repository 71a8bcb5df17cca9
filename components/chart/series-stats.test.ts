import { expect, test } from "vitest";
import { lastDaysOf } from "./series-stats";

test("today is the current day by the wall clock, even if the newest row is older", () => {
  const DAY = 86_400;
  const rows = [20_003, 20_002].map((day) => ({ timestamp: day * DAY, values: { c: day } }));
  const at = (day: number) => lastDaysOf(rows, [{}], (day * DAY + 3_600) * 1_000);
  expect(at(20_003)).toEqual({ today: 20_003, yesterday: 20_002 });
  expect(at(20_004)).toEqual({ today: 0, yesterday: 20_003 });
  expect(at(20_009)).toEqual({ today: 0, yesterday: 0 });
});

test("a day of which not all blocks are counted on every chain is not known", () => {
  const DAY = 86_400;
  const rows = [20_003, 20_002].map((day) => ({ timestamp: day * DAY, values: { c: day } }));
  const at = (...series: { counted?: { from: number; before?: number } }[]) =>
    lastDaysOf(rows, series, (20_003 * DAY + 3_600) * 1_000);
  const known = { today: 20_003, yesterday: 20_002 };
  expect(at({}, { counted: { from: 20_002 * DAY } })).toEqual(known);
  expect(at({ counted: { from: 20_002 * DAY + 1 } })).toEqual({ ...known, yesterday: undefined });
  expect(at({}, { counted: { from: 0, before: 20_003 * DAY + 60 } })).toEqual({ ...known, today: undefined });
  expect(at({ counted: { from: 20_004 * DAY } })).toEqual({ today: undefined, yesterday: undefined });
});
