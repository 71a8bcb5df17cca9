import fc from "fast-check";
import { expect, it } from "vitest";
import { TOKEN_TOPICS, TRANSFER_TOPICS, transfersOf } from "../../avalanche/evm/transfers";
import { encodeBody, joinTransactions } from "./evm-body";
import {
  clausesOf,
  decodeLogs,
  encodeLogs,
  isWanted,
  joinLogs,
  sectionOf,
  startOf,
  termIn,
  termsOfLogs,
} from "./evm-logs";

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => Uint8Array.from(value));
const some = (length: number) =>
  fc.constantFrom(...[1, 2, 3].map((byte) => new Uint8Array(length).fill(byte)));
const anyLog = fc.record({
  address: fc.oneof(some(20), bytes(20)),
  topics: fc.array(fc.oneof(some(32), bytes(32), fc.constantFrom(...TOKEN_TOPICS)), { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 100 }).map((value) => Uint8Array.from(value)),
});
const addressWord = fc
  .oneof(some(20), bytes(20))
  .map((address) => Uint8Array.from([...new Uint8Array(12), ...address]));
/** Some of them are token transfers; the others do not fit their signature. */
const movement = fc.record({
  address: some(20),
  topics: fc
    .tuple(fc.constantFrom(...TRANSFER_TOPICS), fc.array(fc.oneof(addressWord, some(32)), { maxLength: 3 }))
    .map(([first, words]) => [first, ...words]),
  data: fc
    .array(some(32), { maxLength: 3 })
    .map((words) => Uint8Array.from(words.flatMap((word) => [...word]))),
});
const log = fc.oneof(anyLog, movement);
const block = fc.record({
  height: fc.nat(2 ** 36),
  transactions: fc.array(fc.record({ bytes: bytes(300), logs: fc.array(log, { maxLength: 8 }) }), {
    maxLength: 60,
  }),
});

it("returns the logs of a block as they were, each with its transaction and its place in the block", () => {
  fc.assert(
    fc.property(block, ({ transactions }) => {
      const body = joinTransactions(transactions, (writer, each) => writer.put(each.bytes));
      const joined = joinLogs(transactions.map(({ logs }) => logs));
      const expected = transactions.flatMap(({ logs }, indexInBlock) =>
        logs.map((each) => ({ ...each, indexInBlock })),
      );
      const found = joined === undefined ? [] : decodeLogs(encodeLogs(joined, body), encodeBody(body));
      expect(found.map(({ logIndex }) => logIndex)).toEqual([...expected.keys()]);
      const plain = found.map(({ logIndex: _, address, topics, data, indexInBlock }) => ({
        address: Uint8Array.from(address),
        topics: topics.map((topic) => Uint8Array.from(topic)),
        data: Uint8Array.from(data),
        indexInBlock,
      }));
      expect(plain).toEqual(expected);
    }),
  );
});

it("keeps an ERC-20 transfer's event in a few bytes beside its transaction", () => {
  const word = (value: number) => new Uint8Array(32).fill(value, 12);
  const input = Buffer.concat([Buffer.from("a9059cbb", "hex"), word(5), word(9)]);
  const body = joinTransactions([0], (writer) => {
    writer.put(new Uint8Array(20).fill(7));
    writer.put(input);
  });
  const transfer = TOKEN_TOPICS.at(-1) as Uint8Array;
  const from = Uint8Array.from({ length: 32 }, (_, i) => (i < 12 ? 0 : i * 37));
  const joined = joinLogs([
    [{ address: new Uint8Array(20).fill(7), topics: [transfer, from, word(5)], data: word(9) }],
  ]);
  expect(joined?.length).toBe(2 + 20 + 1 + 96 + 4 + 32);
  expect(encodeLogs(joined as Uint8Array, body).length).toBeLessThan(60);
});

it("finds a block by every filter that one of its logs answers to", () => {
  const choice = fc.record({ height: fc.nat(2 ** 36), logs: fc.array(log, { minLength: 1, maxLength: 5 }) });
  const places = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(choice, places, bytes(32), ({ height, logs }, has, other) => {
      const terms = new Set(termsOfLogs(height, logs));
      expect(startOf(sectionOf(height))).toBeLessThanOrEqual(height);
      expect(startOf(sectionOf(height) + 1)).toBeGreaterThan(height);
      for (const each of logs) {
        const filter = {
          addresses: has[4] ? [each.address] : [],
          topics: each.topics.map((topic, place) => (has[place] ? [other, topic] : [])),
        };
        expect(isWanted(each, filter)).toBe(true);
        const sides = logs.flatMap(transfersOf).flatMap(({ from, to }) => [from, to]);
        for (const clause of clausesOf(filter))
          expect(
            clause.keys.some((key) => terms.has(termIn(sectionOf(height), key))) ||
              clause.sides.some((side) => sides.some((each) => Buffer.compare(each, side) === 0)),
          ).toBe(true);
        expect(isWanted(each, { ...filter, topics: [...each.topics.map(() => []), [other]] })).toBe(false);
      }
    }),
  );
});

it("needs no term for a topic that names a side of a token transfer, but for every other", () => {
  const word = (value: number) => Uint8Array.from({ length: 32 }, (_, i) => (i < 12 ? 0 : value));
  const [transfer, single] = TRANSFER_TOPICS as [Uint8Array, Uint8Array];
  const address = new Uint8Array(20).fill(7);
  const count = (topics: Uint8Array[], data: Uint8Array) =>
    termsOfLogs(5, [{ address, topics, data }]).length;
  const always = 3;
  expect(count([transfer, word(1), word(2)], word(9))).toBe(always);
  expect(count([transfer, word(1), word(2), word(9)], new Uint8Array())).toBe(always + 1);
  expect(count([single, word(3), word(1), word(2)], Buffer.concat([word(8), word(9)]))).toBe(always + 1);
  // What does not fit its signature is no transfer.
  expect(count([transfer, word(1), word(2)], new Uint8Array(31))).toBe(always + 2);
  expect(count([transfer, word(1), new Uint8Array(32).fill(2)], word(9))).toBe(always + 2);
});
