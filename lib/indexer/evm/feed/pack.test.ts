import fc from "fast-check";
import { expect, it } from "vitest";
import { MESSAGE_STEPS } from "../../../avalanche/evm/message-steps";
import type { EvmCall } from "../../../client/evm-json";
import type { ExecutedBlock } from "./block";
import { packBlocks, unpackBlocks } from "./pack";

const bytes = (constraints: { minLength?: number; maxLength?: number }) =>
  fc.uint8Array(constraints).map((value) => Uint8Array.from(value));
const any = bytes({ maxLength: 100 });
// Only three, so that most occur more than once.
const address = fc.constantFrom(...[1, 2, 3].map((byte) => new Uint8Array(20).fill(byte)));
const hash = bytes({ minLength: 32, maxLength: 32 });
const count = fc.maxSafeNat();
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const { call } = fc.letrec<{ call: EvmCall }>((tie) => ({
  call: fc.record({
    type: fc.constantFrom("CALL", "CREATE2", "STATICCALL"),
    from: address,
    to: maybe(address),
    value: any,
    gas: count,
    gasUsed: count,
    error: maybe(fc.string({ unit: "grapheme" })),
    calls: fc.oneof({ maxDepth: 3 }, fc.constant<EvmCall[]>([]), fc.array(tie("call"), { maxLength: 2 })),
  }),
}));
const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const transfer = fc.record(
  {
    form: fc.constantFrom("erc20", "erc721", "erc1155", "unlabelled"),
    from: address,
    to: address,
    tokenId: any,
    value: any,
    item: fc.nat(),
  },
  { requiredKeys: ["form", "from", "to", "value", "item"] },
);
const step = fc.record({
  kind: fc.constantFrom(...MESSAGE_STEPS),
  messageId: hash,
  otherBlockchainId: any,
  sender: maybe(any),
  recipient: maybe(any),
  data: any,
});
const event = fc.record({
  logIndex: fc.nat(),
  contract: address,
  transfers: fc.array(transfer, { maxLength: 3 }),
  wrap: maybe(fc.record({ holder: address, value: any, isDeposit: fc.boolean() })),
  update: maybe(fc.record({ first: number, last: number })),
  message: maybe(step),
  approval: maybe(
    fc.record({
      form: fc.constantFrom("amount", "all", "one"),
      owner: address,
      spender: address,
      value: any,
    }),
  ),
});
const block: fc.Arbitrary<ExecutedBlock> = fc.record({
  index: count,
  height: count,
  hash,
  parentHash: hash,
  time: count,
  timeMs: maybe(count),
  gasLimit: count,
  gasUsed: count,
  baseFee: maybe(any),
  blockGasCost: maybe(any),
  size: count,
  miner: address,
  settledHeight: maybe(count),
  acceptedAtNs: maybe(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  body: maybe(any),
  transactions: fc.array(
    fc.record({
      hash,
      type: fc.constantFrom(0, 1, 2, 3, 4),
      from: address,
      senderKey: bytes({ minLength: 33, maxLength: 33 }),
      to: maybe(address),
      created: maybe(address),
      succeeded: fc.boolean(),
      nonce: count,
      gasLimit: count,
      gasUsed: count,
      value: any,
      gasPrice: any,
      selector: maybe(any),
      brought: fc.array(step, { maxLength: 2 }),
      logCount: fc.nat(),
      events: fc.array(event, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  logs: maybe(any),
  traces: maybe(fc.array(call, { maxLength: 2 })),
});

it("restores every block", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 3 }), (blocks) => {
      expect(unpackBlocks(packBlocks(blocks))).toEqual(blocks);
    }),
  );
});
