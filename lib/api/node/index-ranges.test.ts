import { expect, it } from "vitest";
import { splitIntoRanges } from "./index-ranges";

const kindAt =
  (...starts: number[]) =>
  async (number: number) =>
    starts.filter((start) => start <= number).length % 2 === 0 ? "a" : "b";

it("bounds are exact, in order and without holes", async () => {
  expect(await splitIntoRanges({ first: 5, last: 1_000 }, kindAt(377, 801), 16)).toEqual([
    { kind: "a", from: 5, to: 376 },
    { kind: "b", from: 377, to: 800 },
    { kind: "a", from: 801, to: 1_000 },
  ]);
});

it("one kind gives one range, and nothing gives none", async () => {
  expect(await splitIntoRanges({ first: 1, last: 3 }, kindAt(), 16)).toEqual([{ kind: "a", from: 1, to: 3 }]);
  expect(await splitIntoRanges({ first: 7, last: 7 }, kindAt(7), 16)).toEqual([
    { kind: "b", from: 7, to: 7 },
  ]);
  expect(await splitIntoRanges({ first: 1, last: 0 }, kindAt(), 16)).toEqual([]);
});

it("samples few of many numbers", async () => {
  let asked = 0;
  const kind = kindAt(61_204_118);
  const parts = await splitIntoRanges(
    { first: 1, last: 98_000_000 },
    (at) => {
      asked += 1;
      return kind(at);
    },
    64,
  );
  expect(parts.map(({ to }) => to)).toEqual([61_204_117, 98_000_000]);
  expect(asked).toBeLessThan(100);
});
