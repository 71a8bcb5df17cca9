import { toHex } from "../../../avalanche/codec/bytes";
import {
  dispatch,
  type Effect,
  type EffectKind,
  type EffectOf,
  type EffectSaying,
  movesOf,
  says,
} from "../../../avalanche/effects";
import { formatEvmAddress } from "../../../avalanche/evm-address";
import { formatId, formatNodeId } from "../../../avalanche/ids";
import type { PTx } from "../../../avalanche/p/txs";
import { unreachable } from "../../../avalanche/unreachable";
import type { L1ValidatorDetails, PChainTransaction } from "../../../contract/data/p-chain";
import type { BlockRow } from "../../../store/queries/block";
import type { L1PointRow } from "../../../store/queries/l1-validator";
import type { StakeRow } from "../../../store/queries/stake";
import { type CHAIN, STAKE_OUTCOME } from "../../../store/rows/columns";
import { AssetSums, type Presenting } from "../asset";
import { presentGenesisData } from "../network/genesis-data";
import { percentOf, presentBls, presentOwner, presentRewardAddresses } from "../utxo/owner";
import { presentLearnedUtxo, presentPUtxo } from "../utxo/p-utxo";
import type { UtxoFacts } from "../utxo/stored-output";

/** Everything known of a P-Chain transaction: its decoded bytes, and facts from the store. */
export interface PTxFacts extends UtxoFacts {
  tx: PTx;
  effects: readonly Effect[];
  block: Pick<BlockRow<typeof CHAIN.p>, "height" | "block_id" | "time">;
  stake: StakeRow | undefined;
  /** With the proof of possession from the registering transaction, if that is indexed. */
  l1Points: readonly { point: L1PointRow; proof: Uint8Array | undefined }[];
}

/** A P-Chain transaction in its public form. Its effects decide which fields it has, not its type. */
export function presentPTransaction(facts: PTxFacts, as: Presenting): PChainTransaction {
  const { tx, block, effects } = facts;
  const amounts = presentAmounts(facts, as);
  const fields = effects.map((effect) =>
    says(effect, "fields", true) ? dispatch(FIELDS, effect, facts, as) : {},
  );
  const spending = { txId: tx.txId, time: block.time ?? as.dialect.unknownNumber };
  const consumed = [
    ...facts.consumed.map((row) => ({
      input: row.consumed_input ?? 0,
      utxo: presentPUtxo(as, row, "consumed"),
    })),
    ...facts.learned.map((row) => ({
      input: row.consumed_input,
      utxo: presentLearnedUtxo(as, row, spending),
    })),
  ].sort((a, b) => a.input - b.input);
  return {
    txHash: formatId(tx.txId),
    txType: as.dialect.pChainTxType(tx.txType),
    blockTimestamp: block.time ?? as.dialect.unknownNumber,
    blockNumber: String(block.height),
    blockHash: formatId(block.block_id),
    consumedUtxos: consumed.map(({ utxo }) => utxo),
    emittedUtxos: facts.emitted.map((row) => presentPUtxo(as, row, "emitted")),
    l1ValidatorDetails:
      facts.l1Points.length === 0 ? undefined : facts.l1Points.map((one) => presentL1(one, as)),
    memo: "base" in tx.unsigned ? toHex(tx.unsigned.base.memo) : undefined,
    ...amounts,
    ...Object.assign({}, ...fields),
  };
}

function presentAmounts(facts: PTxFacts, as: Presenting) {
  const { avaxAssetId } = as.network;
  const value = new AssetSums();
  const burned = new AssetSums();
  const staked = new AssetSums();
  const l1 = new AssetSums();
  for (const row of facts.emitted) value.add(row.asset_id, row.amount);
  for (const move of movesOf(facts.effects)) {
    switch (move.of) {
      case "consumed":
        burned.add(move.assetId, move.amount);
        break;
      case "staked":
        staked.add(move.assetId, move.amount);
        burned.add(move.assetId, -move.amount);
        break;
      case "produced":
      case "exported":
        burned.add(move.assetId, -move.amount);
        break;
      case "l1Balance":
        if (avaxAssetId !== undefined) l1.add(avaxAssetId, move.amount);
        break;
      default:
        unreachable(move);
    }
  }
  return {
    value: value.present(as),
    amountBurned: burned.present(as),
    amountStaked: staked.present(as),
    amountL1ValidatorBalanceBurned: l1.present(as),
  };
}

type Fields = Partial<PChainTransaction>;
type FieldsOf<Kind extends EffectKind> = (effect: EffectOf<Kind>, facts: PTxFacts, as: Presenting) => Fields;

/** Fields of a transaction by the effects that add them. */
const FIELDS: { [Kind in EffectSaying<"fields", true>["kind"]]: FieldsOf<Kind> } = {
  "utxo.consumed": ({ sourceChain }) =>
    sourceChain === undefined ? {} : { sourceChain: formatId(sourceChain) },
  "utxo.exported": ({ destinationChain }) => ({ destinationChain: formatId(destinationChain) }),
  "staker.added": presentStaker,
  "staker.removed": ({ nodeId, subnetId }) => ({
    nodeId: formatNodeId(nodeId),
    subnetId: formatId(subnetId),
  }),
  "staker.rewardProposed": ({ stakingTxId }) => ({ stakingTxHash: formatId(stakingTxId) }),
  "staker.renewProposed": ({ stakingTxId }) => ({ stakingTxHash: formatId(stakingTxId) }),
  "staker.configured": ({ stakingTxId }) => ({ stakingTxHash: formatId(stakingTxId) }),
  "subnet.created": ({ owner }, { tx }, as) => ({
    subnetId: formatId(tx.txId),
    subnetOwnershipInfo: presentOwner(owner, as.network),
  }),
  "subnet.ownerChanged": ({ subnetId, owner }, _, as) => ({
    subnetId: formatId(subnetId),
    subnetOwnershipInfo: presentOwner(owner, as.network),
  }),
  "subnet.transformed": ({ subnetId }) => ({ subnetId: formatId(subnetId) }),
  "subnet.converted": ({ subnetId, managerChainId, managerAddress }) => ({
    subnetId: formatId(subnetId),
    l1ValidatorManagerDetails: {
      blockchainId: formatId(managerChainId),
      contractAddress: formatEvmAddress(managerAddress),
    },
  }),
  "blockchain.created": ({ subnetId, name, vmId, genesisData }, _, as) => ({
    subnetId: formatId(subnetId),
    blockchainInfo: {
      chainName: name,
      vmId: formatId(vmId),
      genesisData: presentGenesisData(as.dialect, genesisData),
    },
  }),
};

function presentStaker(
  effect: EffectOf<"staker.added">,
  { stake }: PTxFacts,
  { network }: Presenting,
): Fields {
  const { bls, rewardsOwner, delegationShares } = effect;
  const ends = stake?.end_time ?? (effect.end === undefined ? undefined : Number(effect.end));
  return {
    nodeId: formatNodeId(effect.nodeId),
    subnetId: formatId(effect.subnetId),
    // For an auto-renewed validator: period and reward of its current or last cycle.
    startTimestamp: stake?.start_time ?? Number(effect.start),
    ...(ends === undefined ? {} : { endTimestamp: ends }),
    ...(delegationShares === undefined ? {} : { delegationFeePercent: percentOf(delegationShares) }),
    ...(rewardsOwner === undefined ? {} : { rewardAddresses: presentRewardAddresses(effect, network) }),
    ...(bls?.proofOfPossession === undefined
      ? {}
      : {
          blsCredentials: {
            publicKey: toHex(bls.publicKey),
            proofOfPossession: toHex(bls.proofOfPossession),
          },
        }),
    ...presentReward(stake),
  };
}

function presentReward(stake: StakeRow | undefined): Fields {
  if (stake === undefined || stake.permissioned) return {};
  const paid = stake.outcome === STAKE_OUTCOME.rewarded ? stake.ended_tx_id : null;
  return {
    ...(stake.potential_reward === null ? {} : { estimatedReward: stake.potential_reward.toString() }),
    ...(paid === null ? {} : { rewardTxHash: formatId(paid) }),
  };
}

function presentL1(
  { point, proof }: PTxFacts["l1Points"][number],
  { dialect }: Presenting,
): L1ValidatorDetails {
  const change = point.paid_in - (point.paid_back ?? 0n);
  return {
    validationId: formatId(point.validation_id),
    validationIdHex: toHex(point.validation_id),
    nodeId: formatNodeId(point.node_id),
    subnetId: formatId(point.subnet_id),
    weight: Number(point.weight),
    remainingBalance: point.balance === null ? dialect.unknownNumber : Number(point.balance),
    balanceChange: change === 0n ? undefined : Number(change),
    blsCredentials: presentBls(point.public_key, proof),
  };
}
