import { toHex } from "../../avalanche/codec/bytes";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import type { LedgerEffect } from "../../avalanche/ledger/effects";
import type { MemoryState } from "../../avalanche/ledger/memory-state";
import type { SetMember } from "../../avalanche/warp-set";

/** Members of a subnet's validator set, by node id in hex. */
export type ValidatorSet = ReadonlyMap<string, SetMember>;

const INACTIVE = new Uint8Array(20);

/**
 * The validators of every subnet after each block.
 * @source AvalancheGo vms/platformvm/validators/manager.go
 */
export class ValidatorSets {
  /** One entry for each height at which a set changed, with the sets of all subnets by subnet id in hex. */
  readonly #changes: { height: bigint; sets: ReadonlyMap<string, ValidatorSet> }[] = [];

  /** Stores the sets after a block if the block changed any. */
  note(state: MemoryState, effects: readonly LedgerEffect[]): void {
    if (this.#changes.length > 0 && !effects.some(({ kind }) => CHANGES_SETS[kind])) return;
    this.#changes.push({ height: state.chain().height, sets: setsOf(state) });
  }

  /** The sets of all subnets with validators, after the block at a height. */
  at(height: bigint): ReadonlyMap<string, ValidatorSet> {
    return this.#changes.findLast((change) => change.height <= height)?.sets ?? new Map();
  }
}

const CHANGES_SETS: Record<LedgerEffect["kind"], boolean> = {
  "staker.started": true,
  "staker.renewed": true,
  "staker.ended": true,
  "l1Validator.changed": true,
  "staker.queued": false,
  "staker.reconfigured": false,
  "staker.shareAccrued": false,
  "subnet.changed": false,
  "supply.changed": false,
  "time.advanced": false,
  "utxo.rewarded": false,
  "utxo.unstaked": false,
  "utxo.refunded": false,
};

function setsOf(state: MemoryState): Map<string, Map<string, SetMember>> {
  const sets = new Map<string, Map<string, SetMember>>();
  const add = (subnetId: Uint8Array, member: SetMember) => {
    const set = sets.get(toHex(subnetId)) ?? new Map<string, SetMember>();
    const before = set.get(toHex(member.nodeId));
    const { publicKey = before?.publicKey } = member;
    const weight = member.weight + (before?.weight ?? 0n);
    set.set(toHex(member.nodeId), { ...member, weight, ...(publicKey && { publicKey }) });
    sets.set(toHex(subnetId), set);
  };
  for (const { subnetId, nodeId, weight } of state.stakers("current")) {
    // A subnet's validator signs with the key that it registered for the primary network.
    const primary = state.validator("current", { subnetId: PRIMARY_NETWORK_ID, nodeId });
    const publicKey = primary?.bls?.publicKey;
    add(subnetId, { nodeId, weight, ...(publicKey && { publicKey }) });
  }
  for (const { subnetId, nodeId, weight, publicKey, endAccumulatedFee } of state.l1Validators()) {
    if (endAccumulatedFee === 0n) add(subnetId, { nodeId: INACTIVE, weight });
    else add(subnetId, { nodeId, weight, publicKey });
  }
  return sets;
}
