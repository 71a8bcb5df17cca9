import type { PrimaryDb } from "../db";
import { CHAIN, heightOf, STAKE_OUTCOME } from "../rows/columns";
import { setOf } from "../sql/expressions";
import type { StakeCycleTable, StakeTable } from "../tables/staking";

/** A stretch of time in which a stake ran with one weight. Times are P-Chain times, unix seconds. */
export interface StakeRun {
  /** `STAKE_ROLE`. */
  role: number;
  weight: bigint;
  from: number;
  /** From when on it did not run any more; undefined while it runs. */
  until: number | undefined;
}

/** A reward that was paid out for a stake. */
export interface PaidRewardAt {
  /** `REWARD_TYPE`. */
  kind: number;
  amount: bigint;
  /** P-Chain time, unix seconds. */
  time: number;
}

/**
 * When the validator and the delegators of a node on a subnet have run up to a moment, in no order, and what they were
 * paid. All of one node is read at once: a day is the sum of all changes before it.
 */
export async function readStakeHistory(
  db: PrimaryDb,
  { nodeId, subnetId, time }: { nodeId: Uint8Array; subnetId: Uint8Array; time: number },
): Promise<{ runs: StakeRun[]; rewards: PaidRewardAt[] }> {
  const stakes = await db
    .selectFrom("stake")
    .selectAll()
    .where("node_id", "=", nodeId)
    .where("subnet_id", "=", subnetId)
    .where("start_time", "<=", time)
    // A stake whose proposal was aborted never existed.
    .where(({ or, eb }) =>
      or([eb("ended_position", "is", null), eb("ended_position", "!=", eb.ref("position"))]),
    )
    .execute();
  const positions = stakes.map(({ position }) => position);
  const cycles = await db
    .selectFrom("stake_cycle")
    .selectAll()
    .where("position", "in", setOf(positions))
    .orderBy("began_position")
    .execute();
  const paid = await db
    .selectFrom("utxo")
    .select((eb) => [
      eb.ref("reward_type").$notNull().as("kind"),
      "amount",
      eb.fn.coalesce("created_position", "position").as("position"),
    ])
    .where("stake_position", "in", setOf(positions))
    .where("reward_type", "is not", null)
    .execute();
  const ends = [...stakes.map(({ ended_position }) => ended_position), ...paid.map((one) => one.position)];
  const times = await readBlockTimes(
    db,
    // What a proposal does happens with the block that decides it.
    ends.flatMap((position) => (position === null ? [] : [heightOf(position), heightOf(position) + 1])),
  );
  return {
    runs: stakes.flatMap((stake) =>
      runsOf(
        stake,
        cycles.filter(({ position }) => position === stake.position),
        endOf(stake, times, time),
      ),
    ),
    rewards: paid.flatMap(({ kind, amount, position }) => {
      const at = times.get(heightOf(position) + 1) ?? times.get(heightOf(position));
      return at === undefined ? [] : [{ kind, amount, time: at }];
    }),
  };
}

/** When a stake ended; undefined while it runs. */
function endOf(
  { ended_position, outcome, end_time }: StakeTable,
  times: ReadonlyMap<number, number>,
  now: number,
): number | undefined {
  // Without a ledger nothing says that it ended, but its time is over.
  if (ended_position === null) return end_time !== null && end_time < now ? end_time + 1 : undefined;
  const byProposal = outcome === STAKE_OUTCOME.rewarded || outcome === STAKE_OUTCOME.aborted;
  return times.get(heightOf(ended_position) + (byProposal ? 1 : 0));
}

/** The cycles of an auto-renewed validator follow each other. Every other stake has one weight. */
function runsOf(
  { role, weight, start_time }: StakeTable,
  cycles: readonly StakeCycleTable[],
  until: number | undefined,
): StakeRun[] {
  if (cycles.length === 0) return [{ role, weight, from: start_time, until }];
  return cycles.map((cycle, index) => ({
    role,
    weight: cycle.weight,
    from: cycle.start_time,
    until: cycles[index + 1]?.start_time ?? until,
  }));
}

async function readBlockTimes(db: PrimaryDb, heights: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("block")
    .select(["height", "time"])
    .where("chain", "=", CHAIN.p)
    .where("height", "in", setOf([...new Set(heights)]))
    .execute();
  return new Map(rows.map(({ height, time }) => [height, time]));
}
