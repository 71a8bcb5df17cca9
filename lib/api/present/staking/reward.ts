import type { Owner } from "../../../avalanche/effects";
import { formatId, formatNodeId } from "../../../avalanche/ids";
import { utxoId } from "../../../avalanche/utxo/utxo";
import type { HistoricalReward, PendingReward } from "../../../contract/data/primary-network-rewards";
import type { UtxoRow } from "../../../store/queries/utxo";
import { REWARD_TYPE, unpackBytes } from "../../../store/rows/columns";
import type { StakeTable } from "../../../store/tables/staking";
import { type Presenting, presentAmount, writeAddress } from "../asset";
import { ADDRESS_BYTES } from "../utxo/stored-output";

/** A future reward of a running stake for one recipient. */
export interface PendingFacts {
  /** Row number: `stake.id` doubled, plus 1 for the validator's share. */
  number: number;
  stake: StakeTable;
  txId: Uint8Array;
  rewardType: PendingReward["rewardType"];
  owner: Owner;
  assetId: Uint8Array;
  /** Undefined when unknown. */
  amount: bigint | undefined;
}

/** `time`: chain time now, unix seconds. */
export function presentPendingReward(as: Presenting, facts: PendingFacts, time: number): PendingReward {
  const { stake, assetId, amount } = facts;
  const { unknownText, unknownNumber } = as.dialect;
  return {
    addresses: facts.owner.addresses.map((address) => writeAddress(as, address)),
    rewardType: facts.rewardType,
    progress: progressOf(stake, time) ?? unknownNumber,
    estimatedReward:
      amount === undefined
        ? { ...presentAmount(as, assetId, 0n), amount: unknownText }
        : presentAmount(as, assetId, amount),
    ...presentStake(facts, as),
  };
}

/** Percent; undefined where the end is not known. */
function progressOf({ start_time, end_time }: StakeTable, time: number): number | undefined {
  if (end_time === null) return undefined;
  const length = end_time - start_time;
  const over = length <= 0 ? 1 : (time - start_time) / length;
  return 100 * Math.min(1, Math.max(0, over));
}

/** A reward that was paid. */
export interface PaidFacts {
  row: UtxoRow;
  /** The period that earned it; for an auto-renewed validator the cycle. */
  stake: Pick<StakeTable, "node_id" | "weight" | "start_time" | "end_time">;
  /** Id of the staking transaction. */
  txId: Uint8Array;
  /** Id of the rewarding transaction. */
  rewardTxId: Uint8Array;
}

/** The kind of a reward by its number in the store. */
export const REWARD_TYPES_BY_NUMBER: Record<number, HistoricalReward["rewardType"]> = {
  [REWARD_TYPE.validator]: "VALIDATOR",
  [REWARD_TYPE.delegator]: "DELEGATOR",
  [REWARD_TYPE.validatorFee]: "VALIDATOR_FEE",
};

export function presentPaidReward(as: Presenting, facts: PaidFacts): HistoricalReward {
  const { row } = facts;
  return {
    addresses: unpackBytes(row.owners, ADDRESS_BYTES).map((address) => writeAddress(as, address)),
    rewardType: REWARD_TYPES_BY_NUMBER[row.reward_type ?? REWARD_TYPE.validator] ?? "VALIDATOR",
    utxoId: formatId(utxoId(row.tx_id ?? facts.txId, row.output_index)),
    outputIndex: row.output_index,
    reward: presentAmount(as, row.asset_id, row.amount),
    rewardTxHash: formatId(facts.rewardTxId),
    ...presentStake(facts, as),
  };
}

function presentStake({ stake, txId }: Pick<PaidFacts, "stake" | "txId">, { dialect }: Presenting) {
  return {
    txHash: formatId(txId),
    amountStaked: stake.weight.toString(),
    nodeId: formatNodeId(stake.node_id),
    startTimestamp: stake.start_time,
    endTimestamp: stake.end_time ?? dialect.unknownNumber,
  };
}
