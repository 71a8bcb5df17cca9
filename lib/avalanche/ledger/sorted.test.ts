import fc from "fast-check";
import { expect, it } from "vitest";
import { Sorted } from "./sorted";

const compare = (a: number, b: number) => a - b;

it("keeps any values ordered through adding and removing", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.array(fc.nat()), (values, picks) => {
      const sorted = new Sorted(compare);
      for (const value of values) sorted.add(value);
      const gone = new Set(picks.map((pick) => values[pick % Math.max(1, values.length)]));
      for (const value of gone) if (value !== undefined) sorted.remove(value);
      const left = values.filter((value) => !gone.has(value)).sort(compare);
      expect([...sorted]).toEqual(left);
      expect(sorted.first()).toBe(left[0]);
      expect(sorted.size).toBe(left.length);
    }),
  );
});

it("keeps more values than one chunk holds ordered, in any sequence of changes", () => {
  const values = Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 5_003);
  const sorted = new Sorted(compare);
  for (const value of values) sorted.add(value);
  expect([...sorted]).toEqual([...values].sort(compare));
  for (const value of values.slice(0, 4_900)) sorted.remove(value);
  expect([...sorted]).toEqual(values.slice(4_900).sort(compare));
  expect(sorted.size).toBe(100);
});

it("adds many at once like one by one", () => {
  const sorted = new Sorted(compare);
  sorted.add(5);
  sorted.addAll([9, 1, 7]);
  expect([...sorted]).toEqual([1, 5, 7, 9]);
});

it("changes nothing when asked to remove a value that it does not hold", () => {
  const sorted = new Sorted(compare);
  sorted.addAll([1, 3]);
  sorted.remove(2);
  sorted.remove(4);
  expect([...sorted]).toEqual([1, 3]);
});
