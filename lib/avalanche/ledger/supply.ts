import { equalBytes } from "../codec/bytes";
import { formatId, PRIMARY_NETWORK_ID } from "../ids";
import { type Books, mismatch, note } from "./books";
import type { SubnetRecord } from "./records";
import { potentialReward, rewardConfigAt, type StakePeriod } from "./reward";
import type { RewardConfig } from "./rules";

/**
 * Mints the potential reward of a staker with this `period` on a subnet, and returns the amount.
 * @throws DataError LEDGER_MISMATCH for a subnet without a staked asset
 */
export function mintPotentialReward(books: Books, subnetId: Uint8Array, period: StakePeriod): bigint {
  const { supply } = elasticSubnet(books, subnetId);
  const reward = potentialReward(rewardConfigOf(books, subnetId, period.start), period, supply);
  changeSupply(books, subnetId, reward);
  return reward;
}

/** Adds `change`, which may be negative, to a subnet's supply. @throws DataError LEDGER_MISMATCH */
export function changeSupply(books: Books, subnetId: Uint8Array, change: bigint): void {
  if (change === 0n) return;
  const subnet = elasticSubnet(books, subnetId);
  const supply = subnet.supply + change;
  if (supply < 0n) throw mismatch(books, `the supply would be ${supply}`);
  books.state.putSubnet({ ...subnet, supply });
  note(books, { kind: "supply.changed", subnetId, supply, change });
}

function rewardConfigOf(books: Books, subnetId: Uint8Array, start: bigint): RewardConfig {
  if (equalBytes(subnetId, PRIMARY_NETWORK_ID)) return rewardConfigAt(books.rules, start);
  const { transformation } = elasticSubnet(books, subnetId);
  if (transformation === undefined)
    throw mismatch(books, `subnet ${formatId(subnetId)} was never transformed`);
  return transformation.reward;
}

function elasticSubnet(books: Books, subnetId: Uint8Array): SubnetRecord & { supply: bigint } {
  const subnet = books.state.subnet(subnetId);
  if (subnet?.supply === undefined) {
    throw mismatch(books, `subnet ${formatId(subnetId)} has no supply of a staked asset`);
  }
  return { ...subnet, supply: subnet.supply };
}
