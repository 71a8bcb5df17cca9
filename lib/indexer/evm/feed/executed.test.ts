import { expect, it } from "vitest";
import { fromHex, toHex } from "../../../avalanche/codec/bytes";
import type { EvmTransaction } from "../../../avalanche/evm/transaction";
import type { EvmReceiptAnswer } from "../../../client/evm-json";
import type { SourceTransaction } from "./block";
import { BlockExecutor } from "./executed";
import type { ProvedBlock } from "./execution";

const TRANSFER = fromHex("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
const address = (byte: number) => new Uint8Array(20).fill(byte);
const word = (bytes: Uint8Array) => Uint8Array.from([...new Uint8Array(32 - bytes.length), ...bytes]);

const transfer = (from: number, to: number) => ({
  address: address(9),
  topics: [TRANSFER, word(address(from)), word(address(to))],
  data: word(Uint8Array.of(5)),
});
const silent = { address: address(9), topics: [word(Uint8Array.of(1))], data: new Uint8Array() };

function transaction(to: Uint8Array | undefined, selector: Uint8Array | undefined): SourceTransaction {
  return {
    hash: new Uint8Array(32),
    type: 2,
    to,
    nonce: 256,
    gasLimit: 21_000,
    value: new Uint8Array(),
    selector,
    brought: [],
    fields: {} as EvmTransaction, // not used here
  };
}

function receipt(from: number, more: Partial<EvmReceiptAnswer>): EvmReceiptAnswer {
  return {
    type: 2,
    status: Uint8Array.of(1),
    cumulativeGasUsed: Uint8Array.of(1),
    logsBloom: new Uint8Array(256),
    logs: [],
    transactionHash: new Uint8Array(32),
    from: address(from),
    to: undefined,
    contractAddress: undefined,
    gasUsed: 21_000,
    effectiveGasPrice: Uint8Array.of(7),
    ...more,
  };
}

const block: ProvedBlock = {
  index: 1,
  height: 1,
  hash: new Uint8Array(32),
  parentHash: new Uint8Array(32),
  receiptsRoot: new Uint8Array(32),
  time: 1,
  timeMs: undefined,
  gasLimit: 1,
  gasUsed: 1,
  size: 1,
  miner: address(1),
  baseFee: undefined,
  blockGasCost: undefined,
  settledHeight: undefined,
  acceptedAtNs: undefined,
  atomic: undefined,
  transactions: [transaction(address(9), fromHex("0xa9059cbb")), transaction(undefined, undefined)],
  body: fromHex("0x0102"),
  receipts: [
    receipt(2, { logs: [silent, transfer(2, 3)], to: address(9) }),
    receipt(3, { logs: [transfer(3, 2)], contractAddress: address(4), status: new Uint8Array() }),
  ],
  outcomes: [
    { from: address(2), gasUsed: 21_000, gasPrice: 7n, created: undefined },
    { from: address(3), gasUsed: 21_000, gasPrice: 7n, created: address(4) },
  ],
  keys: [new Uint8Array(64).fill(2), new Uint8Array(64).fill(3)],
  traces: undefined,
};

it("keeps the transactions and the indexed events of a block, with each event's index in the block", () => {
  const { transactions } = new BlockExecutor().execute(block);
  const [call, making] = transactions;
  expect(call).toMatchObject({ nonce: 256, gasLimit: 21_000, gasUsed: 21_000, succeeded: true, logCount: 2 });
  expect(call).toMatchObject({ to: address(9), created: undefined, selector: fromHex("0xa9059cbb") });
  expect(toHex(call?.senderKey ?? new Uint8Array())).toBe(`0x02${"02".repeat(32)}`);
  expect(toHex(making?.senderKey ?? new Uint8Array())).toBe(`0x03${"03".repeat(32)}`);
  expect(making).toMatchObject({ to: undefined, created: address(4), selector: undefined, succeeded: false });
  expect(transactions.map(({ events }) => events.map(({ logIndex }) => logIndex))).toEqual([[1], [2]]);
  expect(call?.events[0]?.transfers).toEqual([
    { form: "erc20", from: address(2), to: address(3), value: Uint8Array.of(5), item: 0 },
  ]);
});

it("has one object per address in all blocks that are read together", () => {
  const executor = new BlockExecutor();
  const [call, making] = executor.execute(block).transactions;
  expect(call?.events[0]?.transfers[0]?.from).toBe(call?.from);
  expect(making?.events[0]?.transfers[0]?.to).toBe(call?.from);
  expect(call?.events[0]?.contract).toBe(call?.to);
  expect(executor.execute(block).transactions[0]?.from).toBe(call?.from);
});

it("keeps the bytes of the transactions", () => {
  expect(new BlockExecutor().execute(block).body).toEqual(block.body);
});
