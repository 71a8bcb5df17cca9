import type { PaidRewardAt, StakeRun } from "../../store/queries/stake-history";
import { REWARD_TYPE, STAKE_ROLE } from "../../store/rows/columns";

/** A validator after the last block of a second or a day, and what was paid during it. Amounts are nAVAX. */
export interface StakePoint {
  /** Unix seconds. */
  timestamp: number;
  weight: bigint;
  delegatedWeight: bigint;
  delegatorCount: number;
  /** By `REWARD_TYPE`. */
  rewards: Record<keyof typeof REWARD_TYPE, bigint>;
}

const DAY = 86_400;

/** One point for each second in which the stake changed or a reward was paid, oldest first. */
export function changesOf(runs: readonly StakeRun[], rewards: readonly PaidRewardAt[]): StakePoint[] {
  const changes = new Map<number, StakePoint>();
  const at = (timestamp: number) => {
    const change = changes.get(timestamp) ?? { timestamp, ...NOTHING, rewards: { ...NOTHING.rewards } };
    changes.set(timestamp, change);
    return change;
  };
  const add = (change: StakePoint, { role, weight }: StakeRun, sign: 1 | -1) => {
    if (role === STAKE_ROLE.validator) change.weight += BigInt(sign) * weight;
    else {
      change.delegatedWeight += BigInt(sign) * weight;
      change.delegatorCount += sign;
    }
  };
  for (const run of runs) {
    add(at(run.from), run, 1);
    if (run.until !== undefined) add(at(run.until), run, -1);
  }
  for (const { kind, amount, time } of rewards)
    for (const name of REWARD_NAMES) if (REWARD_TYPE[name] === kind) at(time).rewards[name] += amount;
  let now: Omit<StakePoint, "timestamp" | "rewards"> = NOTHING;
  return [...changes.values()]
    .sort((a, b) => a.timestamp - b.timestamp)
    .map(({ timestamp, rewards: paid, ...change }) => {
      now = {
        weight: now.weight + change.weight,
        delegatedWeight: now.delegatedWeight + change.delegatedWeight,
        delegatorCount: now.delegatorCount + change.delegatorCount,
      };
      return { timestamp, ...now, rewards: paid };
    });
}

/** One point for each UTC day from the first change on: until the last one, or until `time` while anything is staked. */
export function daysOf(changes: readonly StakePoint[], time: number): StakePoint[] {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return [];
  const end = last.weight + last.delegatedWeight === 0n ? last.timestamp : Math.max(time, last.timestamp);
  const days: StakePoint[] = [];
  let next = 0;
  let now: StakePoint = { timestamp: 0, ...NOTHING };
  for (let day = first.timestamp - (first.timestamp % DAY); day <= end; day += DAY) {
    now = { ...now, timestamp: day, rewards: { ...NOTHING.rewards } };
    for (let change = changes[next]; change !== undefined && change.timestamp < day + DAY; ) {
      const rewards = { ...now.rewards };
      for (const name of REWARD_NAMES) rewards[name] += change.rewards[name];
      now = { ...change, timestamp: day, rewards };
      next += 1;
      change = changes[next];
    }
    days.push(now);
  }
  return days;
}

const REWARD_NAMES = Object.keys(REWARD_TYPE) as (keyof typeof REWARD_TYPE)[];

const NOTHING = {
  weight: 0n,
  delegatedWeight: 0n,
  delegatorCount: 0,
  rewards: { validator: 0n, delegator: 0n, validatorFee: 0n },
};
