import fc from "fast-check";
import { expect, it } from "vitest";
import type { EvmCall } from "../../client/evm-json";
import type { ExecutedBlock } from "./block";
import { packBlocks, unpackBlocks } from "./pack";

const bytes = (constraints: { minLength?: number; maxLength?: number }) =>
  fc.uint8Array(constraints).map((value) => Uint8Array.from(value));
const any = bytes({ maxLength: 100 });
const address = bytes({ minLength: 20, maxLength: 20 });
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
const log = fc.record({ address, topics: fc.array(hash, { maxLength: 4 }), data: any });
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
      fields: fc.record({
        type: fc.constantFrom(0, 1, 2, 3, 4),
        nonce: any,
        gas: any,
        to: any,
        value: any,
        input: any,
      }),
    }),
    { maxLength: 3 },
  ),
  receipts: fc.array(
    fc.record({
      status: any,
      from: address,
      to: maybe(address),
      contractAddress: maybe(address),
      gasUsed: count,
      effectiveGasPrice: any,
      logs: fc.array(log, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  traces: maybe(fc.array(call, { maxLength: 2 })),
});

it("gives back every block as it was", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 3 }), (blocks) => {
      expect(unpackBlocks(packBlocks(blocks))).toEqual(blocks);
    }),
  );
});
