import fc from "fast-check";
import { expect, it } from "vitest";
import { TOKEN_TOPICS } from "../../avalanche/evm/transfers";
import { anyBytes, anyLog } from "../../testbed/evm/random-logs";
import { encodeBody, joinTransactions } from "./evm-body";
import { decodeLogs, encodeLogs, joinLogs } from "./evm-logs";

const block = fc.array(fc.record({ bytes: anyBytes(300), logs: fc.array(anyLog, { maxLength: 8 }) }), {
  maxLength: 60,
});

it("returns the logs of a block as they were, each with its transaction and its place in the block", () => {
  fc.assert(
    fc.property(block, (transactions) => {
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
