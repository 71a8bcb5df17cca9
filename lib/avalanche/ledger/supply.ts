import { equalBytes } from "../codec/bytes";
import { formatId, PRIMARY_NETWORK_ID } from "../ids";
import { type LedgerDraft, mismatch, note } from "./draft";
import type { SubnetRecord } from "./records";
import { potentialReward, rewardConfigAt, type StakePeriod } from "./reward";
import type { RewardConfig } from "./rules";

/**
 * Mints the potential reward of a staker with this `period` on a subnet, and returns the amount.
 * @throws DataError LEDGER_MISMATCH for a subnet without a staked asset
 */
export function mintPotentialReward(ledger: LedgerDraft, subnetId: Uint8Array, period: StakePeriod): bigint {
  const { supply } = elasticSubnet(ledger, subnetId);
  const reward = potentialReward(rewardConfigOf(ledger, subnetId, period.start), period, supply);
  changeSupply(ledger, subnetId, reward);
  return reward;
}

/** Adds `change`, which may be negative, to a subnet's supply. @throws DataError LEDGER_MISMATCH */
export function changeSupply(ledger: LedgerDraft, subnetId: Uint8Array, change: bigint): void {
  if (change === 0n) return;
  const subnet = elasticSubnet(ledger, subnetId);
  const supply = subnet.supply + change;
  if (supply < 0n) throw mismatch(ledger, `the supply would be ${supply}`);
  ledger.state.putSubnet({ ...subnet, supply });
  note(ledger, { kind: "supply.changed", subnetId, supply, change });
}

function rewardConfigOf(ledger: LedgerDraft, subnetId: Uint8Array, start: bigint): RewardConfig {
  if (equalBytes(subnetId, PRIMARY_NETWORK_ID)) return rewardConfigAt(ledger.rules, start);
  const { transformation } = elasticSubnet(ledger, subnetId);
  if (transformation === undefined)
    throw mismatch(ledger, `subnet ${formatId(subnetId)} was never transformed`);
  return transformation.reward;
}

function elasticSubnet(ledger: LedgerDraft, subnetId: Uint8Array): SubnetRecord & { supply: bigint } {
  const subnet = ledger.state.subnet(subnetId);
  if (subnet?.supply === undefined) {
    throw mismatch(ledger, `subnet ${formatId(subnetId)} has no supply of a staked asset`);
  }
  return { ...subnet, supply: subnet.supply };
}
