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

/** What a transaction changes that pays 100 for gas and 10 to `contract`, which then makes `calls`. */
function changesOf(calls: EvmCall[], top: Partial<EvmCall> = {}) {
  const trace = call("CALL", sender, contract, { wei: 10n, calls, ...top });
  return balanceChanges({ miner, transactions: [{ sender, fee: 100n, trace }], atomic: undefined });
}

function amounts(found: ReturnType<typeof balanceChanges>) {
  return [sender, contract, made, other].map((account) => found?.changes.get(toHex(account)));
}

it("of what failed the fee is paid and nothing else", () => {
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

it("calls that run another's code pay nobody", () => {
  const calls = ["DELEGATECALL", "CALLCODE"].map((type) => call(type, contract, other, { wei: 3n }));
  expect(amounts(changesOf(calls))).toEqual([-110n, 10n, undefined, undefined]);
});

it("what a contract gets that was made and ended in one transaction is gone with it", () => {
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

it("what becomes of an older contract that ends itself is left open where the rules of the time decide it", () => {
  const toItself = changesOf([call("SELFDESTRUCT", other, other, { wei: 4n })]);
  expect(toItself?.untold).toContain(toHex(other));
  const paidAfter = changesOf([
    call("SELFDESTRUCT", other, made, { wei: 4n }),
    call("CALL", contract, other, { wei: 1n }),
  ]);
  expect(paidAfter?.untold).toContain(toHex(other));
  expect(amounts(paidAfter)).toEqual([-110n, 9n, 4n, undefined]);
});

it("who gets fees or minted coins is left open, and all of a block in which an unknown precompile runs", () => {
  const input = concatBytes(fromHex("0x4f5aaaba"), new Uint8Array(12), other, new Uint8Array(32).fill(1));
  const minted = changesOf([call("CALL", contract, precompile(2), { input })]);
  expect([...(minted?.untold ?? [])].sort()).toEqual(
    [toHex(miner), toHex(other), `0x01${"00".repeat(19)}`].sort(),
  );
  expect(changesOf([call("STATICCALL", contract, precompile(3))])).toBeUndefined();
});

it("atomic transactions change balances by their AVAX, and by nothing that can be told without its asset's id", () => {
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
