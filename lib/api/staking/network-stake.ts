import { toHex } from "../../avalanche/codec/bytes";
import { Lru } from "../../lru";
import { Mutex } from "../../mutex";
import type { PrimaryDb } from "../../store/db";
import { listStakeRuns, type StakeRun } from "../../store/queries/stake-history";
import { STAKE_ROLE } from "../../store/rows/columns";

/** What is staked on a subnet after the last block of a UTC day. Amounts are nAVAX. */
export interface NetworkStakeDay {
  /** When the day starts, unix seconds. */
  timestamp: number;
  weight: bigint;
  delegatedWeight: bigint;
  validatorCount: number;
  delegatorCount: number;
}

/** Days up to a block of the P-Chain. */
export interface CountedStake {
  height: number;
  days: readonly NetworkStakeDay[];
}

/** Reads a part of the store, each in a snapshot of its own. */
type ReadPart = <T>(work: (db: PrimaryDb) => Promise<T>) => Promise<T>;

/** Stake of all validators of a subnet over time. */
export interface NetworkStake {
  /**
   * Days from the first stake until the day of the head, oldest first. Those of a slightly older head if counting takes
   * long.
   * @param head the P-Chain's indexed block
   */
  take(
    asked: { subnetId: Uint8Array; head: { height: number; time: number } },
    read: ReadPart,
  ): Promise<CountedStake>;
}

const DAY = 86_400;
/** Stakes read between two turns: some ten milliseconds. */
const STAKES_PER_PART = 2_000;
/** Subnets whose days are remembered. */
const SUBNETS = 16;
/** Counting may take this share of the time: on a network with millions of stakes it takes seconds. */
const MOST_SHARE = 0.01;

/** @param nowMs monotonic, ms */
export function openNetworkStake(nowMs: () => number): NetworkStake {
  const mutex = new Mutex();
  const bySubnet = new Lru<string, CountedStake & { freshUntilMs: number }>(SUBNETS);
  return {
    async take({ subnetId, head }, read) {
      return mutex.run(async () => {
        const before = bySubnet.get(toHex(subnetId));
        if (before?.height === head.height) return before;
        if (before !== undefined && before.height < head.height && nowMs() < before.freshUntilMs)
          return before;
        const startedAtMs = nowMs();
        const days = await countDays(subnetId, head.time, read);
        const endedAtMs = nowMs();
        const freshUntilMs = endedAtMs + (endedAtMs - startedAtMs) / MOST_SHARE;
        const counted = { height: head.height, days, freshUntilMs };
        bySubnet.set(toHex(subnetId), counted);
        return counted;
      });
    },
  };
}

async function countDays(subnetId: Uint8Array, time: number, read: ReadPart): Promise<NetworkStakeDay[]> {
  const changes = new Map<number, NetworkStakeDay>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const list = { subnetId, time, after: from, limit: STAKES_PER_PART };
    const part = await read((db) => listStakeRuns(db, list));
    for (const run of part.runs) addRun(changes, run, time);
    after = part.next;
  }
  return addUp(changes, time);
}

function addRun(changes: Map<number, NetworkStakeDay>, run: StakeRun, time: number): void {
  addChange(changes, run.from, run, 1);
  if (run.until !== undefined && run.until <= time) addChange(changes, run.until, run, -1);
}

function addChange(
  changes: Map<number, NetworkStakeDay>,
  at: number,
  { role, weight }: StakeRun,
  sign: 1 | -1,
): void {
  const timestamp = at - (at % DAY);
  const day = changes.get(timestamp) ?? { timestamp, ...NOTHING };
  changes.set(timestamp, day);
  if (role === STAKE_ROLE.validator) {
    day.weight += BigInt(sign) * weight;
    day.validatorCount += sign;
  } else {
    day.delegatedWeight += BigInt(sign) * weight;
    day.delegatorCount += sign;
  }
}

function addUp(changes: ReadonlyMap<number, NetworkStakeDay>, time: number): NetworkStakeDay[] {
  const days: NetworkStakeDay[] = [];
  const first = Math.min(...changes.keys());
  let now = { timestamp: first, ...NOTHING };
  for (let timestamp = first; timestamp <= time; timestamp += DAY) {
    const change = changes.get(timestamp) ?? NOTHING;
    now = {
      timestamp,
      weight: now.weight + change.weight,
      delegatedWeight: now.delegatedWeight + change.delegatedWeight,
      validatorCount: now.validatorCount + change.validatorCount,
      delegatorCount: now.delegatorCount + change.delegatorCount,
    };
    days.push(now);
  }
  return days;
}

const NOTHING = { weight: 0n, delegatedWeight: 0n, validatorCount: 0, delegatorCount: 0 };
