import { equalBytes } from "../../avalanche/codec/bytes";
import type { PrimaryDb } from "../db";
import { CHAIN, heightOf, STAKE_OUTCOME } from "../rows/columns";
import { numberSetOf, setOf } from "../sql/expressions";
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
  const times = await readTimesAt(
    db,
    paid.map((one) => one.position),
  );
  return {
    runs: await readRuns(db, stakes, time),
    rewards: paid.flatMap(({ kind, amount, position }) => {
      const at = times.get(heightOf(position) + 1) ?? times.get(heightOf(position));
      return at === undefined ? [] : [{ kind, amount, time: at }];
    }),
  };
}

/**
 * When stakes of a subnet have run up to a moment, of all nodes, in the order of their transactions. `next` goes on after
 * them, if there are more.
 */
export async function listStakeRuns(
  db: PrimaryDb,
  { subnetId, time, after, limit }: { subnetId: Uint8Array; time: number; after: number; limit: number },
): Promise<{ runs: StakeRun[]; next: number | undefined }> {
  const stakes = await db
    .selectFrom("stake")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const own = stakes.filter(
    ({ subnet_id, start_time, position, ended_position }) =>
      equalBytes(subnet_id, subnetId) && start_time <= time && ended_position !== position,
  );
  return {
    runs: await readRuns(db, own, time),
    next: stakes.length < limit ? undefined : stakes.at(-1)?.id,
  };
}

async function readRuns(db: PrimaryDb, stakes: readonly StakeTable[], time: number): Promise<StakeRun[]> {
  const cycles = await db
    .selectFrom("stake_cycle")
    .selectAll()
    .where("position", "in", numberSetOf(stakes.map(({ position }) => position)))
    .orderBy("began_position")
    .execute();
  const cyclesAt = new Map<number, StakeCycleTable[]>();
  for (const cycle of cycles) cyclesAt.set(cycle.position, [...(cyclesAt.get(cycle.position) ?? []), cycle]);
  const times = await readTimesAt(
    db,
    stakes.flatMap(({ ended_position }) => ended_position ?? []),
  );
  return stakes.flatMap((stake) =>
    runsOf(stake, cyclesAt.get(stake.position) ?? [], endOf(stake, times, time)),
  );
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

/** Times of the blocks at positions and of those after them: what a proposal does happens with the block that decides it. */
async function readTimesAt(db: PrimaryDb, positions: readonly number[]): Promise<Map<number, number>> {
  const heights = new Set(positions.flatMap((position) => [heightOf(position), heightOf(position) + 1]));
  const rows = await db
    .selectFrom("block")
    .select(["height", "time"])
    .where("chain", "=", CHAIN.p)
    .where("height", "in", numberSetOf([...heights]))
    .execute();
  return new Map(rows.map(({ height, time }) => [height, time]));
}
