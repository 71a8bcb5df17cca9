import { toHex } from "../../avalanche/bytes";
import { formatAddress, formatId, formatNodeId } from "../../avalanche/ids";
import { splitReward } from "../../avalanche/ledger/reward";
import type { DelegatorDetails } from "../../contract/data/delegators";
import type { ValidatorDetails } from "../../contract/data/validators";
import { STAKE_OUTCOME } from "../../store/columns";
import type { Dialect } from "../dialect";
import type { ServedNetwork } from "../network";
import type { Observation } from "../observation";
import type { DelegatorFacts, StakeFacts, ValidatorFacts } from "../stake-facts";
import { percentOf, presentRewardAddresses } from "./owner";

/** What a validator's entry needs beyond its own facts. */
export interface ValidatorSurroundings {
  network: ServedNetwork;
  dialect: Dialect;
  /** All running stake of its subnet. */
  totalWeight: bigint;
  /** The most it may weigh; undefined where nobody delegates. */
  weightLimit: bigint | undefined;
  observed: Observation | undefined;
}

/** A validator's period in its public form. */
export function presentValidator(facts: ValidatorFacts, around: ValidatorSurroundings): ValidatorDetails {
  const { stake, endTx } = facts;
  const period = presentPeriod(facts);
  switch (stake.status) {
    case "pending":
      return { ...period, validationStatus: "pending" };
    case "active":
      return { ...period, ...presentActive(facts, around), validationStatus: "active" };
    case "completed":
      return {
        ...period,
        delegatorCount: facts.delegated.count,
        amountDelegated: facts.delegated.weight.toString(),
        rewards: {
          validationRewardAmount: facts.paid.own.toString(),
          delegationRewardAmount: facts.paid.shares.toString(),
          rewardAddresses: presentRewardAddresses(facts.added, around.network),
          ...(endTx && stake.outcome === STAKE_OUTCOME.rewarded && { rewardTxHash: formatId(endTx.tx_id) }),
        },
        validationStatus: "completed",
      };
    case "removed":
      return {
        ...period,
        removeTxHash: endTx === undefined ? "" : formatId(endTx.tx_id),
        removeTimestamp: endTx?.time ?? 0,
        validationStatus: "removed",
      };
  }
}

/** A delegation in its public form. */
export function presentDelegator(facts: DelegatorFacts, network: ServedNetwork): DelegatorDetails {
  const { stake, added, shares, paid } = facts;
  const delegation = {
    txHash: formatId(facts.txId),
    nodeId: formatNodeId(stake.node_id),
    rewardAddresses: (added.rewardsOwner?.addresses ?? []).map((address) =>
      formatAddress(network.hrp, address),
    ),
    amountDelegated: stake.weight.toString(),
    delegationFee: percentOf(shares),
    startTimestamp: stake.start_time,
    endTimestamp: stake.end_time ?? 0,
  };
  const potential = stake.potential_reward ?? 0n;
  if (stake.status === "completed" || stake.status === "removed") {
    const gross = stake.outcome === STAKE_OUTCOME.rewarded ? potential : 0n;
    return {
      ...delegation,
      delegationStatus: "completed",
      grossReward: gross.toString(),
      netReward: paid.toString(),
    };
  }
  return {
    ...delegation,
    delegationStatus: stake.status,
    estimatedGrossReward: potential.toString(),
    estimatedNetReward: splitReward(potential, shares).remainder.toString(),
  };
}

function presentPeriod({ stake, txId, added }: StakeFacts) {
  const { bls } = added;
  return {
    txHash: formatId(txId),
    nodeId: formatNodeId(stake.node_id),
    subnetId: formatId(stake.subnet_id),
    amountStaked: stake.weight.toString(),
    startTimestamp: stake.start_time,
    endTimestamp: stake.end_time ?? 0,
    ...(stake.delegation_shares !== null && { delegationFee: percentOf(stake.delegation_shares) }),
    ...(bls?.proofOfPossession && {
      blsCredentials: {
        publicKey: toHex(bls.publicKey),
        proofOfPossession: toHex(bls.proofOfPossession),
      },
    }),
  };
}

function presentActive(facts: ValidatorFacts, around: ValidatorSurroundings) {
  const { stake, delegated, delegateeReward } = facts;
  const { observed, weightLimit, dialect } = around;
  const weight = stake.weight + delegated.weight;
  const shares = delegateeReward.accrued + delegateeReward.expected;
  const room = weightLimit === undefined ? undefined : positive(weightLimit - weight);
  return {
    stakePercentage: percentage(weight, around.totalWeight),
    delegatorCount: delegated.count,
    amountDelegated: delegated.weight.toString(),
    ...(room !== undefined && { delegationCapacity: room.toString() }),
    potentialRewards: {
      validationRewardAmount: (stake.potential_reward ?? 0n).toString(),
      delegationRewardAmount: shares.toString(),
      rewardAddresses: presentRewardAddresses(facts.added, around.network),
    },
    ...dialect.observation(observed),
  };
}

/** Percent of `total`, to 6 decimals. */
export function percentage(part: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((part * 100_000_000n) / total) / 1_000_000;
}

/** Not below 0. */
export function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
