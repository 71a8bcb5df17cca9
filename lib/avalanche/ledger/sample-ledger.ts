import type { Effect, Output, Owner } from "../effects";
import { PRIMARY_NETWORK_ID } from "../ids";
import type { LedgerDraft } from "./draft";
import type { LedgerChange, LedgerEffect } from "./effects";
import { MemoryState } from "./memory-state";
import type { ChainRecord } from "./records";
import { type NetworkRules, rulesOfNetwork } from "./rules";
import { addStaker } from "./staker";

/** A ledger for tests of single steps: a network at an early second, with round numbers. */

export const AVAX = 1_000_000_000n;
export const DAY = 86_400n;
/** Chain time at the start. */
export const START = 1_000_000n;

/** 32 bytes ending in `n`. */
export function id(n: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, n);
  return bytes;
}

export const nodeId = (n: number): Uint8Array => id(n).subarray(12);
export const owner = (n: number): Owner => ({ locktime: 0n, threshold: 1, addresses: [nodeId(n)] });
export const AVAX_ID = id(0xa5a5);

export function output(amount: bigint, who: number): Output {
  return { outputType: "secp256k1.transfer", assetId: AVAX_ID, amount, owner: owner(who) };
}

/** All upgrades but Helicon are long active, unless `upgrades` says otherwise. */
export function sampleLedger(chain: Partial<ChainRecord> = {}, rules: Partial<NetworkRules> = {}) {
  const early = { cortina: 0n, durango: 0n, etna: 0n };
  const state = new MemoryState();
  state.setChain({
    blockId: id(0),
    height: 0n,
    time: START,
    avaxAssetId: AVAX_ID,
    gas: { capacity: 0n, excess: 0n },
    validatorFee: { excess: 0n, accrued: 0n },
    ...chain,
  });
  state.putSubnet({ subnetId: PRIMARY_NETWORK_ID, supply: 360_000_000n * AVAX });
  const effects: LedgerEffect[] = [];
  const ledger: LedgerDraft & { state: MemoryState } = {
    state,
    rules: { ...rulesOfNetwork(1, early), ...rules },
    effects,
  };
  return ledger;
}

export function supplyOf(ledger: LedgerDraft): bigint {
  return ledger.state.subnet(PRIMARY_NETWORK_ID)?.supply ?? -1n;
}

/** Effects of one kind so far. */
export function noted<Kind extends LedgerChange["kind"]>(ledger: LedgerDraft, kind: Kind) {
  return ledger.effects.filter(
    (effect): effect is Extract<LedgerEffect, { kind: Kind }> => effect.kind === kind,
  );
}

/** The properties of a staker that a test sets. The rest have usual values. */
export interface SampleStaker {
  txId: number;
  node: number;
  start?: bigint;
  end?: bigint;
  weight?: bigint;
  role?: "validator" | "delegator";
  subnetId?: Uint8Array;
  permissioned?: boolean;
  shares?: number;
  autoRenew?: { period: bigint; autoCompoundShares: number };
}

/**
 * Adds a staker by a transaction with one output and one stake output, so that rewards start at output 2. Owners: 1 of
 * the stake, 2 of the rewards, 3 of delegation rewards.
 */
export function stake(ledger: LedgerDraft, sample: SampleStaker): void {
  const { txId, node, autoRenew, permissioned = false } = sample;
  const { start = START, end = START + 365n * DAY, weight = 2_000n * AVAX } = sample;
  const moves: Effect[] = permissioned
    ? []
    : [
        { kind: "utxo.produced", outputIndex: 0, output: output(5n, 1) },
        { kind: "utxo.staked", outputIndex: 1, output: output(weight, 1) },
      ];
  addStaker(
    ledger,
    {
      kind: "staker.added",
      role: sample.role ?? "validator",
      subnetId: sample.subnetId ?? PRIMARY_NETWORK_ID,
      nodeId: nodeId(node),
      start,
      ...(autoRenew ? {} : { end }),
      weight,
      permissioned,
      rewardsOwner: owner(2),
      delegationRewardsOwner: owner(3),
      delegationShares: sample.shares ?? 20_000,
      ...(autoRenew && { autoRenew: { ...autoRenew, authority: owner(4) } }),
    },
    { txId: id(txId), apricotDelegator: false, effects: moves },
  );
}
