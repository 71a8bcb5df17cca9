import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeLists, type SortedList } from "./merge";

const compare = (a: number, b: number) => a - b;

/** A sorted list in memory, and how many rows were read of it. */
function listOf(rows: readonly number[]): { list: SortedList<number>; read: () => number } {
  let read = 0;
  return {
    read: () => read,
    list: async (last, limit) => {
      const part = rows.filter((row) => last === undefined || row > last).slice(0, limit);
      read += part.length;
      return part;
    },
  };
}

const sorted = fc.uniqueArray(fc.nat(300)).map((rows) => rows.sort(compare));

test("several lists become one, each row once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sorted, { maxLength: 8 }),
      fc.integer({ min: 1, max: 200 }),
      async (all, limit) => {
        const merged = await mergeLists(
          all.map((rows) => listOf(rows).list),
          { compare, limit },
        );
        expect(merged).toEqual([...new Set(all.flat())].sort(compare).slice(0, limit));
      },
    ),
  );
});

test("long lists are read only as far as the page goes", async () => {
  const lists = [0, 1, 2].map((start) => listOf(Array.from({ length: 10_000 }, (_, i) => 3 * i + start)));
  await mergeLists(
    lists.map(({ list }) => list),
    { compare, limit: 100 },
  );
  expect(lists.reduce((sum, { read }) => sum + read(), 0)).toBeLessThan(400);
});
