import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPosition, type MergedPosition, mergeNewest, readPosition } from "./merged";

const ID = "2rn2LBovoxkYFe9jcqNDtzsqUChMp2bvzPwVbAcTkcc1rWzDQ4";

test("a position is read as it was written, and nothing else is accepted", () => {
  const position: MergedPosition = { p: ID, evm: "185.0", "evm-99999": "12.3", "evm-5": "0.0" };
  expect(readPosition(formatPosition(position))).toEqual(position);
  expect(readPosition("")).toEqual({});
  for (const text of [
    "p",
    "q:1",
    `p:${ID},`,
    "evm:1",
    "evm-:1.1",
    "evm-x:1.1",
    `evm-5:${ID}`,
    "evm-5:1",
    "p:0OIl",
    `evm:${ID}`,
  ])
    expect(readPosition(text)).toBeUndefined();
});

test("pages of merged lists have every row once, newest first, however each list is paged", () => {
  const lists = fc.array(fc.array(fc.nat(50), { maxLength: 20 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      (times, size, chunk) => {
        const whole = times.map((list, of) =>
          list.toSorted((a, b) => b - a).map((time, number) => ({ time, of, number })),
        );
        const at = whole.map(() => 0);
        const seen: { time: number; of: number; number: number }[] = [];
        for (let pages = 0; pages < 200; pages++) {
          const sources = whole.map((list, of) => ({
            rows: list.slice(at[of], (at[of] ?? 0) + chunk),
            hasMore: list.length > (at[of] ?? 0) + chunk,
          }));
          const page = mergeNewest(sources, size);
          for (const row of page.rows) at[row.of] = row.number + 1;
          seen.push(...page.rows);
          if (!page.hasMore) break;
          expect(page.rows.length).toBeGreaterThan(0);
        }
        expect(seen.map(({ time }) => time)).toEqual(times.flat().toSorted((a, b) => b - a));
        expect(new Set(seen.map(({ of, number }) => `${of} ${number}`)).size).toBe(times.flat().length);
      },
    ),
  );
});

test("puts what has no time last, in the order of its own list", () => {
  const timed = { rows: [{ time: 5 }, { time: 1 }], hasMore: false };
  const graph = { rows: [{ time: 3 }, { id: "a" }, { time: 2, id: "b" }], hasMore: false };
  const { rows } = mergeNewest<{ time?: number; id?: string }>([graph, timed], 10);
  expect(rows).toEqual([{ time: 5 }, { time: 3 }, { time: 1 }, { id: "a" }, { time: 2, id: "b" }]);
});
