import { toHex } from "../../../avalanche/codec/bytes";
import { formatId, formatNodeId } from "../../../avalanche/ids";
import type { StakerRecord } from "../../../avalanche/ledger/records";
import type { ValidatorPeriod } from "../../../contract/firn/validators";
import { STAKE_OUTCOME } from "../../../store/rows/columns";
import type { StakeCycleTable } from "../../../store/tables/staking";
import type { ServedNetwork } from "../../request/network";
import type { ValidatorFacts } from "../../staking/stake-facts";
import { percentOf, presentOwner } from "../utxo/owner";
import { positive } from "./stake";

interface Around {
  network: ServedNetwork;
  /** Most weight it may have; undefined where nobody can delegate. */
  weightLimit: bigint | undefined;
  /** The ledger's record while it runs. */
  record: StakerRecord | undefined;
  /** Cycles, newest first; empty for a validator that is not auto-renewed. */
  cycles: readonly StakeCycleTable[];
}

/** A validator's period with all details. */
export function presentValidatorPeriod(facts: ValidatorFacts, around: Around): ValidatorPeriod {
  const { stake, added, delegated, endTx } = facts;
  const { network, weightLimit, cycles } = around;
  const { rewardsOwner, delegationRewardsOwner, bls } = added;
  return {
    nodeId: formatNodeId(stake.node_id),
    txHash: formatId(facts.txId),
    subnetId: formatId(stake.subnet_id),
    status: stake.status,
    permissioned: stake.permissioned,
    weight: stake.weight.toString(),
    delegatedWeight: delegated.weight.toString(),
    delegatorCount: delegated.count,
    ...(weightLimit !== undefined &&
      stake.status === "active" && {
        weightLimit: weightLimit.toString(),
        room: positive(weightLimit - stake.weight - delegated.weight).toString(),
      }),
    ...(stake.delegation_shares !== null && { delegationFeePercent: percentOf(stake.delegation_shares) }),
    startTimestamp: stake.start_time,
    ...(stake.end_time !== null && { endTimestamp: stake.end_time }),
    ...presentEarnings(facts),
    ...(rewardsOwner && { validationRewardOwner: presentOwner(rewardsOwner, network) }),
    ...(delegationRewardsOwner && { delegationRewardOwner: presentOwner(delegationRewardsOwner, network) }),
    ...(bls?.proofOfPossession && {
      blsCredentials: {
        publicKey: toHex(bls.publicKey),
        proofOfPossession: toHex(bls.proofOfPossession),
      },
    }),
    ...presentRenewal(around),
    ...(cycles.length > 0 && { cycles: cycles.map(presentCycle) }),
    ...(endTx && { endTxHash: formatId(endTx.tx_id) }),
    ...(stake.outcome !== null && { rewarded: stake.outcome === STAKE_OUTCOME.rewarded }),
  };
}

function presentEarnings({ stake, delegateeReward }: ValidatorFacts): Partial<ValidatorPeriod> {
  if (stake.permissioned || stake.potential_reward === null) return {};
  const { accrued, expected } = delegateeReward;
  return {
    potentialReward: stake.potential_reward.toString(),
    ...(accrued !== undefined && { accruedDelegateeReward: accrued.toString() }),
    ...(expected !== undefined && { estimatedDelegateeReward: expected.toString() }),
  };
}

/** From the ledger: the transaction has the initial values, and later ones may have changed them. */
function presentRenewal({ record, network }: Around): Pick<ValidatorPeriod, "autoRenew"> {
  const autoRenew = record?.autoRenew;
  if (autoRenew === undefined) return {};
  return {
    autoRenew: {
      periodSeconds: Number(autoRenew.period),
      autoCompoundPercent: percentOf(autoRenew.autoCompoundShares),
      configOwner: presentOwner(autoRenew.authority, network),
      accruedRewards: autoRenew.accruedRewards.toString(),
      accruedDelegateeRewards: autoRenew.accruedDelegateeRewards.toString(),
    },
  };
}

function presentCycle(cycle: StakeCycleTable) {
  return {
    startTimestamp: cycle.start_time,
    endTimestamp: cycle.end_time,
    weight: cycle.weight.toString(),
    potentialReward: cycle.potential_reward.toString(),
  };
}
