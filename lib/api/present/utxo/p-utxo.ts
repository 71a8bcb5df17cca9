import type { Output } from "../../../avalanche/effects";
import { formatId, PRIMARY_NETWORK_ID, withChecksum } from "../../../avalanche/ids";
import { encodeUtxo, utxoId } from "../../../avalanche/utxo/utxo";
import type { PChainUtxo } from "../../../contract/data/p-chain";
import type { LearnedUtxoRow, UtxoRow } from "../../../store/queries/utxo";
import { CHAIN, heightOf, REWARD_TYPE, unpackBytes } from "../../../store/rows/columns";
import { type Presenting, presentAmount, writeAddress, writeBytes, writeId } from "../asset";
import { ADDRESS_BYTES, blockchainIdOf, GENESIS_TX_ID, outputOf } from "./stored-output";

const REWARD_NAMES: Record<number, PChainUtxo["rewardType"]> = {
  [REWARD_TYPE.validator]: "VALIDATOR",
  [REWARD_TYPE.delegator]: "DELEGATOR",
  [REWARD_TYPE.validatorFee]: "VALIDATOR_FEE",
};

/**
 * An output in a transaction, or in a list of outputs now. In the transaction that staked it, it is staked and its
 * later spending is left out; in the transaction that spent it, it is not staked any more.
 */
export function presentPUtxo(
  as: Presenting,
  row: UtxoRow,
  seen: "emitted" | "consumed" | "listed",
): PChainUtxo {
  const txId = row.tx_id ?? GENESIS_TX_ID;
  const output = outputOf(row);
  const staked = row.staked && (seen === "emitted" || (seen === "listed" && row.released_position === null));
  const createdPosition = row.created_position ?? row.position;
  return {
    createdOnChainId: writeId(as, blockchainIdOf(as.network, row.chain)),
    consumedOnChainId: writeId(as, row.destination ?? PRIMARY_NETWORK_ID),
    // The X-Chain had no heights before linearisation.
    blockNumber: createdPosition < 0 ? "" : String(heightOf(createdPosition)),
    blockTimestamp: row.created_time ?? as.dialect.unknownNumber,
    platformLocktime: isOfP(row) ? Number(row.locktime) : undefined,
    threshold: row.threshold,
    staked,
    utxoStartTimestamp: row.stake_start ?? undefined,
    utxoEndTimestamp: row.stake_end ?? undefined,
    rewardType: row.reward_type === null ? undefined : REWARD_NAMES[row.reward_type],
    utxoBytes: writeBytes(withChecksum(encodeUtxo({ txId, outputIndex: row.output_index, output }))),
    ...presentOutput(as, { txId, outputIndex: row.output_index, output }),
    ...(staked ? {} : presentSpending(as, row)),
  };
}

/**
 * An output known only from the input that spent it: imported from a chain that is not indexed, or from a genesis that
 * is not known. Block and time of its creation are unknown.
 */
export function presentLearnedUtxo(
  as: Presenting,
  row: LearnedUtxoRow,
  spending: { txId: Uint8Array; time: number | undefined },
): PChainUtxo {
  const output = {
    assetId: row.asset_id,
    amount: row.amount,
    owner: { addresses: unpackBytes(row.owners, ADDRESS_BYTES) },
    ...(row.stakeable_locktime === null ? {} : { stakeableLocktime: row.stakeable_locktime }),
  };
  return {
    createdOnChainId: writeId(as, row.source_chain),
    consumedOnChainId: writeId(as, PRIMARY_NETWORK_ID),
    blockNumber: as.dialect.unknownText,
    blockTimestamp: as.dialect.unknownNumber,
    staked: false,
    consumingTxHash: writeId(as, spending.txId),
    consumingBlockNumber: row.consumed_position < 0 ? undefined : String(heightOf(row.consumed_position)),
    consumingBlockTimestamp: spending.time,
    ...presentOutput(as, { txId: row.tx_id, outputIndex: row.output_index, output }),
  };
}

interface NamedOutput {
  txId: Uint8Array;
  outputIndex: number;
  output: Pick<Output, "assetId" | "amount" | "stakeableLocktime"> & {
    owner: Pick<Output["owner"], "addresses">;
  };
}

function presentOutput(as: Presenting, { txId, outputIndex, output }: NamedOutput) {
  const asset = presentAmount(as, output.assetId, output.amount);
  const stakeable = output.stakeableLocktime;
  return {
    addresses: output.owner.addresses.map((address) => writeAddress(as, address)),
    asset,
    utxoId: formatId(utxoId(txId, outputIndex)),
    txHash: writeId(as, txId),
    outputIndex,
    amount: asset.amount,
    assetId: asset.assetId,
    utxoType: stakeable === undefined ? "TRANSFER" : "STAKE",
    stakeableLocktime: stakeable === undefined ? undefined : Number(stakeable),
  } as const;
}

function presentSpending(as: Presenting, row: UtxoRow) {
  if (row.consumed_position === null || row.consumed_tx_id === null) return {};
  return {
    consumingTxHash: writeId(as, row.consumed_tx_id),
    consumingBlockNumber: String(heightOf(row.consumed_position)),
    consumingBlockTimestamp: row.consumed_time ?? undefined,
  };
}

/** Created on P and spendable there. */
function isOfP(row: UtxoRow): boolean {
  return row.chain === CHAIN.p && row.destination === null;
}
