import { equalBytes } from "../../avalanche/codec/bytes";
import { type EffectOf, effectsOfKind } from "../../avalanche/effects";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { splitReward } from "../../avalanche/ledger/reward";
import { rulesOfNetwork } from "../../avalanche/ledger/rules";
import { effectsOf } from "../../avalanche/p/txs";
import { type PaidReward, readPaidRewards } from "../../store/queries/reward-utxo";
import { findDelegatee, listCycles, listDelegations } from "../../store/queries/stake";
import { isOver, type Moment, type StakeAt } from "../../store/queries/stake-list";
import { readTxs, type TxRow } from "../../store/queries/tx";
import { CHAIN, REWARD_TYPE, STAKE_OUTCOME } from "../../store/rows/columns";
import type { StakeTable } from "../../store/tables/staking";
import type { RequestContext } from "../handler";
import { sum } from "../sum";
import { decodePTxs } from "../transactions/p-facts";

export type StakerAdded = EffectOf<"staker.added">;

/** A period with its staking transaction, and the transaction that ended it. */
export interface StakeFacts {
  stake: StakeAt;
  txId: Uint8Array;
  added: StakerAdded;
  /** Absent while it runs, and where it ended without a transaction. */
  endTx: TxRow<typeof CHAIN.p> | undefined;
}

/** A validator's period with its delegations. Amounts in nAVAX. */
export interface ValidatorFacts extends StakeFacts {
  /** Running delegations; all of them once the period is over. */
  delegated: { count: number; weight: bigint };
  /**
   * Its shares of delegators' rewards: of this cycle so far, and the expected addition from running delegations if they
   * are rewarded. Undefined where the ledger does not have them.
   */
  delegateeReward: { accrued: bigint | undefined; expected: bigint | undefined };
  /** Paid for its own stake, and for delegations. */
  paid: { own: bigint; shares: bigint };
}

/** A delegation with its validator. */
export interface DelegatorFacts extends StakeFacts {
  /** Parts per million that its validator keeps; undefined where the validator is not indexed. */
  shares: number | undefined;
  /** Paid to the delegator, and to the validator where that happened at the same time. */
  paid: bigint;
}

/** Periods with facts from their transactions, in the given order. */
export async function readStakeFacts(
  context: RequestContext,
  stakes: readonly StakeAt[],
): Promise<StakeFacts[]> {
  if (stakes.length === 0) return [];
  const decoded = await decodePTxs(
    context,
    stakes.map(({ position }) => position),
  );
  const ends = stakes.flatMap(({ ended_position }) => ended_position ?? []);
  const endTxs = await readTxs(context.db, CHAIN.p, ends);
  return stakes.flatMap((stake) => {
    const tx = decoded.get(stake.position)?.tx;
    const [added] = tx === undefined ? [] : effectsOfKind(effectsOf(tx), "staker.added");
    if (tx === undefined || added === undefined) return [];
    const endTx = stake.ended_position === null ? undefined : endTxs.get(stake.ended_position);
    return [{ stake, txId: tx.txId, added, endTx }];
  });
}

/** Validators' periods with their delegations, in the given order. */
export async function readValidatorFacts(
  context: RequestContext,
  stakes: readonly StakeAt[],
  at: Moment,
): Promise<ValidatorFacts[]> {
  const facts: ValidatorFacts[] = [];
  const paid = await readPaidRewards(
    context.db,
    stakes.map(({ position }) => position),
  );
  for (const one of await readStakeFacts(context, stakes)) {
    const { stake } = one;
    const delegations = await listDelegations(context.db, {
      nodeId: stake.node_id,
      subnetId: stake.subnet_id,
      after: stake.position,
      below: Math.min(at.below, stake.ended_position ?? at.below),
    });
    const running = delegations.filter((row) => runsAt(row, at));
    const counted = stake.status === "completed" || stake.status === "removed" ? delegations : running;
    const own = paid.filter(({ stake_position }) => stake_position === stake.position);
    facts.push({
      ...one,
      delegated: { count: counted.length, weight: sum(counted.map(({ weight }) => weight)) },
      delegateeReward: {
        accrued: stake.status === "active" ? await accruedShares(context, { stake, delegations, at }) : 0n,
        expected: sumKnown(running.map((row) => shareOf(row, stake))),
      },
      paid: {
        own: amountOf(own, REWARD_TYPE.validator),
        shares: amountOf(own, REWARD_TYPE.validatorFee) + (await sharesPaidAtOnce(context, delegations)),
      },
    });
  }
  return facts;
}

/** Delegations with their validator's share, in the given order. */
export async function readDelegatorFacts(
  context: RequestContext,
  stakes: readonly StakeAt[],
): Promise<DelegatorFacts[]> {
  const paid = await readPaidRewards(
    context.db,
    stakes.map(({ position }) => position),
  );
  const facts: DelegatorFacts[] = [];
  for (const one of await readStakeFacts(context, stakes)) {
    const own = paid.filter(({ stake_position }) => stake_position === one.stake.position);
    const delegatee = await findDelegatee(context.db, one.stake);
    facts.push({
      ...one,
      shares: delegatee?.delegation_shares ?? undefined,
      paid: amountOf(own, REWARD_TYPE.delegator),
    });
  }
  return facts;
}

/**
 * Most weight of a validator with its delegations, nAVAX; undefined where nobody can delegate.
 * @source vms/platformvm/txs/executor: MaxValidatorWeightFactor
 */
export function weightLimitOf(
  context: Pick<RequestContext, "network">,
  stake: Pick<StakeTable, "weight" | "subnet_id" | "permissioned">,
): bigint | undefined {
  if (stake.permissioned || !equalBytes(stake.subnet_id, PRIMARY_NETWORK_ID)) return undefined;
  const { maxValidatorStake } = rulesOfNetwork(context.network.id).staking;
  const byOwn = stake.weight * MAX_WEIGHT_FACTOR;
  return byOwn < maxValidatorStake ? byOwn : maxValidatorStake;
}

/** A validator's weight is at most this many times its own stake. */
const MAX_WEIGHT_FACTOR = 5n;

function runsAt(row: StakeTable, at: Moment): boolean {
  return !isOver(row, at) && row.start_time <= at.time;
}

/**
 * What a period earns if it is rewarded, nAVAX: 0 in a permissioned subnet. Undefined where the ledger does not have
 * it, as it begins with the genesis.
 */
export function potentialOf({
  permissioned,
  potential_reward,
}: Pick<StakeTable, "permissioned" | "potential_reward">): bigint | undefined {
  return permissioned ? 0n : (potential_reward ?? undefined);
}

function shareOf(delegation: StakeTable, { delegation_shares }: StakeTable): bigint | undefined {
  const potential = potentialOf(delegation);
  // A validator without a delegation share accepts no delegations.
  return potential === undefined ? undefined : splitReward(potential, delegation_shares ?? 0).fromShares;
}

function sumKnown(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === amounts.length ? sum(known) : undefined;
}

/** Shares of rewarded delegations that are paid when the validator's period or cycle ends. */
async function accruedShares(
  { db }: RequestContext,
  { stake, delegations, at }: { stake: StakeAt; delegations: readonly StakeTable[]; at: Moment },
): Promise<bigint | undefined> {
  const [cycle] = await listCycles(db, { position: stake.position, at, limit: 1 });
  const since = cycle?.began_position ?? stake.position;
  const rewarded = delegations.filter(
    (row) => row.outcome === STAKE_OUTCOME.rewarded && isOver(row, at) && (row.ended_position ?? 0) > since,
  );
  const positions = rewarded.map(({ position }) => position);
  // For validators that started before Cortina the share was paid with the delegator's reward.
  const atOnce = new Set(
    (await readPaidRewards(db, positions))
      .filter(({ kind }) => kind === REWARD_TYPE.validatorFee)
      .map(({ stake_position }) => stake_position),
  );
  return sumKnown(rewarded.filter(({ position }) => !atOnce.has(position)).map((row) => shareOf(row, stake)));
}

async function sharesPaidAtOnce({ db }: RequestContext, delegations: readonly StakeTable[]): Promise<bigint> {
  const ended = delegations.filter(({ ended_position }) => ended_position !== null);
  const positions = ended.map(({ position }) => position);
  return amountOf(await readPaidRewards(db, positions), REWARD_TYPE.validatorFee);
}

function amountOf(paid: readonly PaidReward[], wanted: number): bigint {
  return sum(paid.filter(({ kind }) => kind === wanted).map(({ amount }) => amount));
}
