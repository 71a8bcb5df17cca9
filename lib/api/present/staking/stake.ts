import { toHex } from "../../../avalanche/codec/bytes";
import { formatAddress, formatId, formatNodeId } from "../../../avalanche/ids";
import { splitReward } from "../../../avalanche/ledger/reward";
import type { DelegatorDetails } from "../../../contract/data/delegators";
import type { ValidatorDetails } from "../../../contract/data/validators";
import { STAKE_OUTCOME } from "../../../store/rows/columns";
import type { Dialect } from "../../request/dialect";
import type { ServedNetwork } from "../../request/network";
import type { NodeUptime } from "../../staking/node-uptime";
import {
  type DelegatorFacts,
  potentialOf,
  type StakeFacts,
  type ValidatorFacts,
} from "../../staking/stake-facts";
import { percentOf, presentRewardAddresses } from "../utxo/owner";

/** Context of a validator's entry, beyond its own facts. */
export interface ValidatorSurroundings {
  network: ServedNetwork;
  dialect: Dialect;
  /** Weight of all running stake in its subnet. */
  totalWeight: bigint;
  /** Most weight it may have; undefined where nobody can delegate. */
  weightLimit: bigint | undefined;
  observed: NodeUptime | undefined;
}

/** A validator's period in its public form. */
export function presentValidator(facts: ValidatorFacts, around: ValidatorSurroundings): ValidatorDetails {
  const { stake, endTx } = facts;
  const { dialect } = around;
  const period = presentPeriod(facts, dialect);
  switch (stake.status) {
    case "pending":
      return { ...period, validationStatus: "pending" };
    case "active":
      return { validationStatus: "active", ...period, ...presentActive(facts, around) };
    case "completed":
      return {
        delegatorCount: facts.delegated.count,
        amountDelegated: facts.delegated.weight.toString(),
        rewards: {
          validationRewardAmount: facts.paid.own.toString(),
          delegationRewardAmount: facts.paid.shares.toString(),
          rewardAddresses: presentRewardAddresses(facts.added, around.network),
          ...(endTx && stake.outcome === STAKE_OUTCOME.rewarded && { rewardTxHash: formatId(endTx.tx_id) }),
        },
        validationStatus: "completed",
        ...period,
      };
    case "removed":
      return {
        removeTxHash: endTx === undefined ? dialect.unknownText : formatId(endTx.tx_id),
        removeTimestamp: endTx?.time ?? dialect.unknownNumber,
        validationStatus: "removed",
        ...period,
      };
  }
}

/** A delegation in its public form. */
export function presentDelegator(
  facts: DelegatorFacts,
  { network, dialect }: Pick<ValidatorSurroundings, "network" | "dialect">,
): DelegatorDetails {
  const { stake, added, shares, paid } = facts;
  const delegation = {
    txHash: formatId(facts.txId),
    nodeId: formatNodeId(stake.node_id),
    rewardAddresses: (added.rewardsOwner?.addresses ?? []).map((address) =>
      formatAddress(network.hrp, address),
    ),
    amountDelegated: stake.weight.toString(),
    delegationFee: shares === undefined ? dialect.unknownText : percentOf(shares),
    startTimestamp: stake.start_time,
    endTimestamp: stake.end_time ?? dialect.unknownNumber,
  };
  const potential = potentialOf(stake);
  if (stake.status === "completed" || stake.status === "removed") {
    const gross = stake.outcome === STAKE_OUTCOME.rewarded ? potential : 0n;
    return {
      delegationStatus: "completed",
      grossReward: gross?.toString() ?? dialect.unknownText,
      netReward: paid.toString(),
      ...delegation,
    };
  }
  const net =
    potential === undefined || shares === undefined ? undefined : splitReward(potential, shares).remainder;
  return {
    delegationStatus: stake.status,
    estimatedGrossReward: potential?.toString() ?? dialect.unknownText,
    estimatedNetReward: net?.toString() ?? dialect.unknownText,
    ...delegation,
  };
}

function presentPeriod({ stake, txId, added }: StakeFacts, dialect: Dialect) {
  const { bls } = added;
  return {
    txHash: formatId(txId),
    nodeId: formatNodeId(stake.node_id),
    subnetId: formatId(stake.subnet_id),
    amountStaked: stake.weight.toString(),
    startTimestamp: stake.start_time,
    endTimestamp: stake.end_time ?? dialect.unknownNumber,
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
  const { accrued, expected } = delegateeReward;
  const shares = accrued === undefined || expected === undefined ? undefined : accrued + expected;
  const room = weightLimit === undefined ? undefined : positive(weightLimit - weight);
  return {
    stakePercentage: percentage(weight, around.totalWeight),
    delegatorCount: delegated.count,
    amountDelegated: delegated.weight.toString(),
    ...(room !== undefined && { delegationCapacity: room.toString() }),
    potentialRewards: {
      validationRewardAmount: potentialOf(stake)?.toString() ?? dialect.unknownText,
      delegationRewardAmount: shares?.toString() ?? dialect.unknownText,
      rewardAddresses: presentRewardAddresses(facts.added, around.network),
    },
    ...dialect.observation(observed),
  };
}

/**
 * Percent of `total`, cut to 6 decimals: 100 means all of it. A part that these decimals would show as 0 has its first
 * digits.
 */
export function percentage(part: bigint, total: bigint): number {
  if (total === 0n) return 0;
  const millionths = (part * 100_000_000n) / total;
  return millionths === 0n ? (Number(part) / Number(total)) * 100 : Number(millionths) / 1_000_000;
}

/** `part` of `total` as a decimal text of 8 decimals, cut. A part that these would show as 0 has its first digits. */
export function ratio(part: bigint, total: bigint): string {
  if (total === 0n || part === 0n) return "0.00000000";
  let decimals = 8;
  while (part * 10n ** BigInt(decimals) < total) decimals += 1;
  const digits = ((part * 10n ** BigInt(decimals)) / total).toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The amount, or 0 when it is negative. */
export function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
