import { toHex } from "../../avalanche/codec/bytes";
import { splitReward } from "../../avalanche/ledger/reward";
import type { HistoricalReward } from "../../contract/data/primary-network-rewards";
import type { RewardPayment } from "../../store/queries/reward-list";
import { STAKE_OUTCOME } from "../../store/rows/columns";
import { addDecimals, multiply } from "../present/price";
import { REWARD_TYPES_BY_NUMBER } from "../present/staking/reward";
import { type DelegatorFacts, potentialOf } from "./stake-facts";

/** Rewards added up. Amounts are in the smallest unit of their asset, times unix seconds. */

/** A line of a statement. */
export interface StatementRow extends RewardPayment {
  /** With all rewards before it in the same asset. */
  runningTotal: bigint;
}

/**
 * The lines of a statement over `from` ≤ time < `before`, from rewards in the order of payment. One whose time nobody knows
 * is before every known time.
 */
export function statementOf(
  payments: readonly RewardPayment[],
  { from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY, types }: StatementFilter,
): StatementRow[] {
  const totals = new Map<number, bigint>();
  return payments
    .filter(({ time }) => (time ?? Number.NEGATIVE_INFINITY) >= from && (time ?? 0) < before)
    .filter(({ reward_type }) => isWanted(types, REWARD_TYPES_BY_NUMBER[reward_type]))
    .map((payment) => {
      const runningTotal = (totals.get(payment.asset) ?? 0n) + payment.amount;
      totals.set(payment.asset, runningTotal);
      return { ...payment, runningTotal };
    });
}

interface StatementFilter {
  from?: number | undefined;
  before?: number | undefined;
  /** Absent for all. */
  types?: readonly RewardType[] | undefined;
}

type RewardType = HistoricalReward["rewardType"];

/** Whether a statement of some kinds of rewards has one. */
export function isWanted(types: readonly RewardType[] | undefined, type: RewardType | undefined): boolean {
  return types === undefined || (type !== undefined && types.includes(type));
}

/** Rewards in one asset, added up. */
export interface RewardSum {
  count: number;
  amount: bigint;
  validator: bigint;
  delegator: bigint;
  validatorFee: bigint;
  /** Decimal text; undefined where one of them has no price, and without any. */
  value: string | undefined;
}

/**
 * The sum of rewards in one asset.
 * @param priceAt the price of a whole token at a time, as decimal text
 */
export function addPayments(
  payments: readonly RewardPayment[],
  { priceAt, decimals }: { priceAt(time: number | null): string | undefined; decimals: number },
): RewardSum {
  const sum = { count: payments.length, amount: 0n, validator: 0n, delegator: 0n, validatorFee: 0n };
  const byPrice = new Map<string | undefined, bigint>();
  for (const { amount, reward_type, time } of payments) {
    const price = priceAt(time);
    sum.amount += amount;
    sum[KINDS[REWARD_TYPES_BY_NUMBER[reward_type] ?? "VALIDATOR"]] += amount;
    byPrice.set(price, (byPrice.get(price) ?? 0n) + amount);
  }
  const values = [...byPrice].flatMap(([price, amount]) =>
    price === undefined ? [] : multiply(amount, decimals, price),
  );
  const isPriced = values.length > 0 && values.length === byPrice.size;
  return { ...sum, value: isPriced ? addDecimals(values) : undefined };
}

const KINDS = {
  VALIDATOR: "validator",
  DELEGATOR: "delegator",
  VALIDATOR_FEE: "validatorFee",
} as const satisfies Record<RewardType, keyof RewardSum>;

/** Rewards by UTC year, newest first. One whose time nobody knows is in none. */
export function byYear(payments: readonly RewardPayment[]): [year: number, payments: RewardPayment[]][] {
  const years = new Map<number, RewardPayment[]>();
  for (const payment of payments) {
    if (payment.time === null) continue;
    const year = new Date(payment.time * 1000).getUTCFullYear();
    const paid = years.get(year) ?? [];
    paid.push(payment);
    years.set(year, paid);
  }
  return [...years].sort(([a], [b]) => b - a);
}

/** The delegations to a node whose rewards have the same owner, added up. */
export interface DelegatorTotal {
  /** Its place in the list, from 1. */
  rank: number;
  addresses: readonly Uint8Array[];
  delegationCount: number;
  activeCount: number;
  /** By running delegations. */
  amountDelegated: bigint;
  earned: bigint;
  /** What the validator kept; undefined where the reward of a delegation is not known. So are the others. */
  fee: bigint | undefined;
  expected: bigint | undefined;
  expectedFee: bigint | undefined;
}

/** Who delegated: who earned most first, then who has most delegated. */
export function delegatorTotals(delegations: readonly DelegatorFacts[]): DelegatorTotal[] {
  const totals = new Map<string, DelegatorTotal>();
  for (const { added, stake, shares, paid } of delegations) {
    const addresses = added.rewardsOwner?.addresses ?? [];
    const key = addresses.map(toHex).join();
    const total = totals.get(key) ?? emptyTotal(addresses);
    totals.set(key, total);
    total.delegationCount += 1;
    const potential = potentialOf(stake);
    if (stake.status === "completed" || stake.status === "removed") {
      const gross = stake.outcome === STAKE_OUTCOME.rewarded ? potential : 0n;
      total.earned += paid;
      total.fee = plus(total.fee, gross === undefined ? undefined : gross - paid);
      continue;
    }
    const split =
      potential === undefined || shares === undefined ? undefined : splitReward(potential, shares);
    total.expected = plus(total.expected, split?.remainder);
    total.expectedFee = plus(total.expectedFee, split?.fromShares);
    if (stake.status !== "active") continue;
    total.activeCount += 1;
    total.amountDelegated += stake.weight;
  }
  return [...totals.values()]
    .sort((a, b) => descending(a.earned, b.earned) || descending(a.amountDelegated, b.amountDelegated))
    .map((total, index) => ({ ...total, rank: index + 1 }));
}

function emptyTotal(addresses: readonly Uint8Array[]): DelegatorTotal {
  return {
    rank: 0,
    addresses,
    delegationCount: 0,
    activeCount: 0,
    amountDelegated: 0n,
    earned: 0n,
    fee: 0n,
    expected: 0n,
    expectedFee: 0n,
  };
}

/** Undefined as soon as one of them is. */
function plus(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function descending(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
