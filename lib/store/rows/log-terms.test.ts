import fc from "fast-check";
import { expect, it } from "vitest";
import { TRANSFER_TOPICS, transfersOf } from "../../avalanche/evm/transfers";
import { anyBytes, anyLog, someBytes } from "../../testbed/evm/random-logs";
import { isWanted } from "./evm-logs";
import { BlockSet, clausesOf, LogTerms, sectionOf, startOf, termOf } from "./log-terms";

const addressWord = fc
  .oneof(someBytes(20), anyBytes(20))
  .map((address) => Uint8Array.from([...new Uint8Array(12), ...address]));
/** Some of them are token transfers; the others do not fit their signature. */
const movement = fc.record({
  address: someBytes(20),
  topics: fc
    .tuple(
      fc.constantFrom(...TRANSFER_TOPICS),
      fc.array(fc.oneof(addressWord, someBytes(32)), { maxLength: 3 }),
    )
    .map(([first, words]) => [first, ...words]),
  data: fc
    .array(someBytes(32), { maxLength: 3 })
    .map((words) => Uint8Array.from(words.flatMap((word) => [...word]))),
});
const log = fc.oneof(anyLog, movement);
const LAST_HEIGHT = 2 ** 32 - 1;
const height = fc.oneof(
  fc.nat(LAST_HEIGHT),
  fc.nat(100),
  fc.constantFrom(31, 32, 16_383, 16_384, LAST_HEIGHT),
);

const termsOf = (at: number, logs: Parameters<LogTerms["add"]>[1]) => {
  const terms = new LogTerms();
  terms.add(at, logs);
  return terms.takeBefore(Number.POSITIVE_INFINITY);
};

it("finds a block by every filter that one of its logs answers to", () => {
  const logs = fc.array(log, { minLength: 1, maxLength: 5 });
  const places = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(height, logs, places, anyBytes(32), (at, ofBlock, has, other) => {
      const stored = new Map(termsOf(at, ofBlock).map((row) => [row.term, row]));
      expect(startOf(sectionOf(at))).toBeLessThanOrEqual(at);
      expect(startOf(sectionOf(at) + 1)).toBeGreaterThan(at);
      const isFound = (key: number) => {
        const row = stored.get(termOf(key, at));
        if (row === undefined) return false;
        const blocks = new BlockSet(sectionOf(at));
        blocks.add(row);
        expect(blocks.heights()).toEqual([at]);
        return blocks.has(at);
      };
      for (const each of ofBlock) {
        const filter = {
          addresses: has[4] ? [each.address] : [],
          topics: each.topics.map((topic, place) => (has[place] ? [other, topic] : [])),
        };
        expect(isWanted(each, filter)).toBe(true);
        const sides = ofBlock.flatMap(transfersOf).flatMap(({ from, to }) => [from, to]);
        for (const clause of clausesOf(filter))
          expect(
            clause.keys.some(isFound) ||
              clause.sides.some((side) => sides.some((known) => Buffer.compare(known, side) === 0)),
          ).toBe(true);
        expect(isWanted(each, { ...filter, topics: [...each.topics.map(() => []), [other]] })).toBe(false);
      }
    }),
  );
});

it("has the same rows whatever order blocks come in, each when its last block has passed", () => {
  const block = fc.record({
    at: fc.oneof(fc.nat(200), fc.nat(40_000)),
    logs: fc.array(log, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 30 }), (blocks) => {
      const inOrder = blocks.toSorted((a, b) => a.at - b.at);
      const byTurns = new LogTerms();
      const taken = inOrder.flatMap(({ at, logs }) => {
        const before = byTurns.takeBefore(at);
        byTurns.add(at, logs);
        return before;
      });
      const rows = [...taken, ...byTurns.takeBefore(Number.POSITIVE_INFINITY)];
      const atOnce = new LogTerms();
      for (const { at, logs } of blocks) atOnce.add(at, logs);
      const sorted = atOnce.sorted();
      const expected = Array.from({ length: sorted.count }, (_, row) => {
        const values: unknown[] = [];
        sorted.put(row, values, 0);
        return { term: values[0], blocks: values[1] };
      });
      expect(rows.toSorted((a, b) => a.term - b.term)).toEqual(expected);

      const sets = new Map<number, BlockSet>();
      for (const { at } of blocks) sets.set(sectionOf(at), new BlockSet(sectionOf(at)));
      const withLogs = new Set(blocks.filter(({ logs }) => logs.length > 0).map(({ at }) => at));
      for (const [section, set] of sets) {
        const inSection = (term: number) =>
          term >= termOf(0, startOf(section)) && term < termOf(0, startOf(section + 1));
        for (const row of rows.filter(({ term }) => inSection(term))) set.add(row);
        const heights = [...withLogs].filter((at) => sectionOf(at) === section).sort((a, b) => a - b);
        expect(set.heights()).toEqual(heights);
        expect(heights.every((at) => set.has(at))).toBe(true);
      }
    }),
  );
});

it("needs no term for a topic that names a side of a token transfer, but for every other", () => {
  const word = (value: number) => Uint8Array.from({ length: 32 }, (_, i) => (i < 12 ? 0 : value));
  const [transfer, single] = TRANSFER_TOPICS as [Uint8Array, Uint8Array];
  const address = new Uint8Array(20).fill(7);
  const count = (topics: Uint8Array[], data: Uint8Array) => termsOf(5, [{ address, topics, data }]).length;
  const always = 3;
  expect(count([transfer, word(1), word(2)], word(9))).toBe(always);
  expect(count([transfer, word(1), word(2), word(9)], new Uint8Array())).toBe(always + 1);
  expect(count([single, word(3), word(1), word(2)], Buffer.concat([word(8), word(9)]))).toBe(always + 1);
  // What does not fit its signature is no transfer.
  expect(count([transfer, word(1), word(2)], new Uint8Array(31))).toBe(always + 2);
  expect(count([transfer, word(1), new Uint8Array(32).fill(2)], word(9))).toBe(always + 2);
});
