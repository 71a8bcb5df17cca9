import fc from "fast-check";
import { encodeAbiParameters, type Hex, pad, toEventSelector, toHex as viemHex } from "viem";
import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "../codec/bytes";
import { type TokenTransfer, transfersOf } from "./transfers";

const [operator, from, to] = [1, 2, 3].map((byte) => viemHex(new Uint8Array(20).fill(byte))) as [
  Hex,
  Hex,
  Hex,
];
const word = (address: Hex) => pad(address);

/** The arguments of an event, with the first `indexed` of them as topics. */
function eventOf(signature: string, args: readonly { type: string; value: unknown }[], indexed: number) {
  const inData = args.slice(indexed);
  const data = encodeAbiParameters(
    inData.map(({ type }) => ({ type })),
    inData.map(({ value }) => value),
  );
  const topics = args
    .slice(0, indexed)
    .map(({ type, value }) =>
      type === "address" ? word(value as Hex) : viemHex(value as bigint, { size: 32 }),
    );
  return { topics: [toEventSelector(signature), ...topics].map(fromHex), data: fromHex(data) };
}

const plain = (transfer: TokenTransfer) => ({
  ...transfer,
  from: toHex(transfer.from),
  to: toHex(transfer.to),
  value: toHex(transfer.value),
  ...(transfer.tokenId && { tokenId: toHex(transfer.tokenId) }),
});
const address = (value: Hex) => ({ type: "address", value });
const uint = (value: bigint) => ({ type: "uint256", value });
const uints = (value: bigint[]) => ({ type: "uint256[]", value });

const TRANSFER = "Transfer(address,address,uint256)";
const SINGLE = "TransferSingle(address,address,address,uint256,uint256)";
const BATCH = "TransferBatch(address,address,address,uint256[],uint256[])";

describe("Transfer", () => {
  const args = [address(from), address(to), uint(0x1234n)];

  test.each([
    [0, "unlabelled"],
    [1, "unlabelled"],
    [2, "erc20"],
  ])("with %i indexed arguments is %s", (indexed, form) => {
    expect(transfersOf(eventOf(TRANSFER, args, indexed)).map(plain)).toEqual([
      { form, from, to, value: "0x1234", item: 0 },
    ]);
  });

  test("with three indexed arguments moves one token of ERC-721", () => {
    expect(transfersOf(eventOf(TRANSFER, args, 3)).map(plain)).toEqual([
      { form: "erc721", from, to, tokenId: "0x1234", value: "0x01", item: 0 },
    ]);
  });

  test("with more or less data than its arguments moves nothing", () => {
    const { topics, data } = eventOf(TRANSFER, args, 2);
    expect(transfersOf({ topics, data: data.subarray(1) })).toEqual([]);
    expect(transfersOf({ topics, data: Uint8Array.from([...data, 0]) })).toEqual([]);
  });
});

describe.each([0, 3])("ERC-1155 with %i indexed arguments", (indexed) => {
  const parties = [address(operator), address(from), address(to)];

  test("moves one token", () => {
    const event = eventOf(SINGLE, [...parties, uint(7n), uint(2n ** 255n)], indexed);
    expect(transfersOf(event).map(plain)).toEqual([
      { form: "erc1155", from, to, tokenId: "0x07", value: viemHex(2n ** 255n), item: 0 },
    ]);
  });

  test("moves a batch, item by item", () => {
    const event = eventOf(BATCH, [...parties, uints([5n, 5n, 0n]), uints([1n, 2n, 3n])], indexed);
    expect(transfersOf(event).map(plain)).toEqual([
      { form: "erc1155", from, to, tokenId: "0x05", value: "0x01", item: 0 },
      { form: "erc1155", from, to, tokenId: "0x05", value: "0x02", item: 1 },
      { form: "erc1155", from, to, tokenId: "0x", value: "0x03", item: 2 },
    ]);
  });

  test("moves nothing if ids and values differ in number", () => {
    const event = eventOf(BATCH, [...parties, uints([5n, 6n]), uints([1n])], indexed);
    expect(transfersOf(event)).toEqual([]);
  });
});

test("any data with these signatures give a list, never an error", () => {
  const signature = fc.constantFrom(
    ...[TRANSFER, SINGLE, BATCH].map((text) => fromHex(toEventSelector(text))),
  );
  const topic = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const data = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    // mostly zeros: offsets and counts that point into the data
    fc
      .array(fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2, 32, 64, 255), { maxLength: 400 })
      .map((list) => Uint8Array.from(list)),
  );
  fc.assert(
    fc.property(signature, fc.array(topic, { maxLength: 3 }), data, (first, rest, bytes) => {
      const found = transfersOf({ topics: [first, ...rest], data: bytes });
      expect(found.length * 32).toBeLessThanOrEqual(Math.max(32, bytes.length));
    }),
    { numRuns: 2000 },
  );
});
