import { expect, it } from "vitest";
import { concatBytes, fromHex, toHex } from "../codec/bytes";
import { minimalBytes } from "../codec/rlp";
import { balanceChanges } from "./balance-changes";
import type { EvmCall } from "./call";

const [miner, sender, contract, made, other, asset] = [1, 2, 3, 4, 5, 6].map((n) =>
  new Uint8Array(20).fill(0x10 * n),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
const precompile = (first: number) => fromHex(`0x0${first}${"00".repeat(18)}01`);

function call(
  type: string,
  from: Uint8Array,
  to: Uint8Array,
  rest: Partial<EvmCall> & { wei?: bigint } = {},
) {
  const { wei = 0n, ...more } = rest;
  const empty = { gas: 9, gasUsed: 1, error: undefined, calls: [] };
  return { ...empty, type, from, to, value: minimalBytes(wei), ...more };
}

/** The changes of a transaction that pays 100 for gas and 10 to `contract`, which then makes `calls`. */
function changesOf(calls: EvmCall[], top: Partial<EvmCall> = {}) {
  const trace = call("CALL", sender, contract, { wei: 10n, calls, ...top });
  return balanceChanges({ miner, transactions: [{ sender, fee: 100n, trace }], atomic: undefined });
}

function amounts(found: ReturnType<typeof balanceChanges>) {
  return [sender, contract, made, other].map((account) => found?.changes.get(toHex(account)));
}

it("only pay the fee if the transaction failed", () => {
  const inner = call("CALL", contract, other, { wei: 3n });
  const undone = call("CALL", contract, other, { error: "execution reverted", calls: [inner] });
  expect(amounts(changesOf([undone]))).toEqual([-110n, 10n, undefined, undefined]);
  expect(amounts(changesOf([inner], { error: "out of gas" }))).toEqual([
    -100n,
    undefined,
    undefined,
    undefined,
  ]);
});

it("calls that run another's code move nothing", () => {
  const calls = ["DELEGATECALL", "CALLCODE"].map((type) => call(type, contract, other, { wei: 3n }));
  expect(amounts(changesOf(calls))).toEqual([-110n, 10n, undefined, undefined]);
});

it("what a contract receives is destroyed with it if it was created and destroyed in one transaction", () => {
  const calls = [
    call("CREATE", contract, made, { wei: 4n }),
    call("SELFDESTRUCT", made, other, { wei: 4n }),
    call("CALL", contract, made, { wei: 5n }),
  ];
  expect(amounts(changesOf(calls))).toEqual([-110n, 1n, 0n, 4n]);
  const toItself = [
    call("CREATE2", contract, made, { wei: 4n }),
    call("SELFDESTRUCT", made, made, { wei: 4n }),
  ];
  expect(amounts(changesOf(toItself))).toEqual([-110n, 6n, 0n, undefined]);
});

it("an older contract that destroys itself is unknown if that depends on the upgrade in force", () => {
  const toItself = changesOf([call("SELFDESTRUCT", other, other, { wei: 4n })]);
  expect(toItself?.unknown).toContain(toHex(other));
  const paidAfter = changesOf([
    call("SELFDESTRUCT", other, made, { wei: 4n }),
    call("CALL", contract, other, { wei: 1n }),
  ]);
  expect(paidAfter?.unknown).toContain(toHex(other));
  expect(amounts(paidAfter)).toEqual([-110n, 9n, 4n, undefined]);
});

it("receivers of fees or minted coins are unknown, and so is everything in a block that runs an unknown precompile", () => {
  const input = concatBytes(fromHex("0x4f5aaaba"), new Uint8Array(12), other, new Uint8Array(32).fill(1));
  const minted = changesOf([call("CALL", contract, precompile(2), { input })]);
  expect([...(minted?.unknown ?? [])].sort()).toEqual(
    [toHex(miner), toHex(other), `0x01${"00".repeat(19)}`].sort(),
  );
  expect(changesOf([call("STATICCALL", contract, precompile(3))])).toBeUndefined();
});

it("atomic transactions change balances by their AVAX, which is unknown without its asset id", () => {
  const atomic = [
    { account: sender, assetId: asset, amount: 2n },
    { account: sender, assetId: miner, amount: 7n },
    { account: other, assetId: asset, amount: -3n },
  ];
  const block = { miner, transactions: [], atomic };
  expect(amounts(balanceChanges(block, asset))).toEqual([
    2_000_000_000n,
    undefined,
    undefined,
    -3_000_000_000n,
  ]);
  expect(amounts(balanceChanges(block))).toEqual([undefined, undefined, undefined, undefined]);
});
