import { type RawBuilder, sql } from "kysely";
import type { PrimaryDb } from "../db";
import { CHAIN, STAKE_OUTCOME } from "../rows/columns";
import { flagAs, rowCount, u64SumAs } from "../sql/computed";
import { isFlag, isIn, setOf, withoutIndex } from "../sql/expressions";
import type { StakeCycleTable, StakeTable } from "../tables/staking";

/** The height of the P-Chain at which a list is answered. */
export interface Moment {
  height: number;
  /** Chain time after its block, unix seconds. */
  time: number;
  /** The first position after it. */
  below: number;
  /** The first position whose proposal is undecided: the block after it decides. */
  decidedBelow: number;
}

export type StakeStatus = "pending" | "active" | "completed" | "removed";

/** A period as it was at a moment, without what has happened to it since. */
export type StakeAt = StakeTable & { status: StakeStatus };

/** Which periods a list holds. Filters are joined by "and". */
export interface StakeList {
  at: Moment;
  order: "asc" | "desc";
  limit: number;
  /** `stake.id` after which the list goes on. */
  cursor?: number | undefined;
  /** `STAKE_ROLE`; absent for both. */
  role?: number | undefined;
  /** Absent for all. */
  statuses?: readonly StakeStatus[] | undefined;
  subnetId?: Uint8Array | undefined;
  nodeIds?: readonly Uint8Array[] | undefined;
  /** Only with a stake: no permissioned validators. */
  staked?: boolean | undefined;
  /** `address.id` of addresses whose outputs the staking transaction consumes or creates. */
  touching?: readonly number[] | undefined;
  /** `address.id` of owners of rewards. */
  rewarding?: readonly number[] | undefined;
  /** Of the staking transaction: codec type ids, and its block's time (`from` ≤ time < `before`). */
  typeIds?: readonly number[] | undefined;
  from?: number | undefined;
  /** Parts per million that the validator keeps. */
  minShares?: number | undefined;
  maxShares?: number | undefined;
  before?: number | undefined;
  /** Of the period: it begins before the one time, and does not end before the other. */
  beginsBefore?: number | undefined;
  endsFrom?: number | undefined;
}

/** Periods in the order of their transactions, at most `limit`. */
export async function listStakes(db: PrimaryDb, list: StakeList): Promise<StakeAt[]> {
  const direction = list.order === "asc" ? 1 : -1;
  const rows: StakeTable[] = [];
  // Each part has its own index, so that running stakes are found without walking over ended ones.
  for (const part of partsOf(list))
    rows.push(
      ...(
        await sql<StakeTable>`select stake.* from stake
        where ${sql.join([part.rows, ...conditionsOf(list, part.id)], sql` and `)}
        order by ${part.id} ${sql.raw(list.order)} limit ${list.limit}`.execute(db)
      ).rows,
    );
  rows.sort((a, b) => direction * (a.id - b.id));
  return asOf(db, rows.slice(0, list.limit), list.at);
}

/** The periods at the positions of their transactions, in no order. */
export async function readStakesAt(
  db: PrimaryDb,
  positions: readonly number[],
  at: Moment,
): Promise<StakeAt[]> {
  if (positions.length === 0) return [];
  const rows = await db.selectFrom("stake").selectAll().where("position", "in", setOf(positions)).execute();
  return asOf(db, rows, at);
}

/** Running and pending delegations, added up by validator. */
export interface DelegationSum {
  subnet_id: Uint8Array;
  node_id: Uint8Array;
  status: "active" | "pending";
  count: number;
  weight: bigint;
}

type Key = Pick<DelegationSum, "subnet_id" | "node_id">;

/** The number of stakes, their weight and potential reward. The owner of a subnet may choose any u64 as a weight. */
const SUMS = sql`${rowCount} as count, ${u64SumAs("weight")}, ${u64SumAs("potential_reward")}`;

interface SummedStakes {
  count: number;
  weight: bigint;
  potential_reward: bigint;
}

/** Sums of running and pending delegations by subnet, node and status; of some nodes only if `nodeIds` is given. */
export async function sumDelegations(
  db: PrimaryDb,
  { at, subnetId, nodeIds }: Pick<StakeList, "at" | "subnetId" | "nodeIds">,
): Promise<DelegationSum[]> {
  const list: StakeList = { at, subnetId, nodeIds, role: 1, statuses: RUNNING, order: "asc", limit: 0 };
  const sums = new Map<string, DelegationSum>();
  for (const part of partsOf(list)) {
    // `3` is the third column: an engine takes its condition, bound again, for another expression.
    const { rows } = await sql<SummedStakes & Key & { is_active: boolean }>`
      select subnet_id, node_id, ${flagAs("is_active", sql`start_time <= ${at.time}`)}, ${SUMS}
      from stake where ${sql.join([part.rows, ...conditionsOf(list)], sql` and `)}
      group by subnet_id, node_id, 3`.execute(db);
    for (const { is_active, subnet_id, node_id, count, weight } of rows) {
      const key = `${subnet_id} ${node_id} ${is_active}`;
      const before = sums.get(key);
      sums.set(key, {
        subnet_id,
        node_id,
        status: is_active ? "active" : "pending",
        count: count + (before?.count ?? 0),
        weight: weight + (before?.weight ?? 0n),
      });
    }
  }
  return [...sums.values()];
}

/** Running validators and delegators, added up. */
export interface RunningSum {
  validatorCount: number;
  validatorWeight: bigint;
  delegatorCount: number;
  delegatorWeight: bigint;
  /** Both weights. */
  weight: bigint;
  potentialReward: bigint;
}

/** Everything that runs on a subnet. */
export async function sumRunning(
  db: PrimaryDb,
  { at, subnetId }: { at: Moment; subnetId: Uint8Array },
): Promise<RunningSum> {
  const sums = [0, 1].map(() => ({ count: 0, weight: 0n, reward: 0n }));
  // In the order of the index.
  for (const role of [0, 1]) {
    const list: StakeList = { at, subnetId, role, statuses: ["active"], order: "asc", limit: 0 };
    for (const part of partsOf(list)) {
      const { rows } =
        await sql<SummedStakes>`select ${SUMS} from stake where ${sql.join([part.rows, ...conditionsOf(list)], sql` and `)}`.execute(
          db,
        );
      for (const row of rows) {
        const sum = sums[role];
        if (sum === undefined) continue;
        sum.count += row.count;
        sum.weight += row.weight;
        sum.reward += row.potential_reward;
      }
    }
  }
  const [validators, delegators] = sums;
  if (validators === undefined || delegators === undefined) throw new Error("a role without a sum");
  return {
    validatorCount: validators.count,
    validatorWeight: validators.weight,
    delegatorCount: delegators.count,
    delegatorWeight: delegators.weight,
    weight: validators.weight + delegators.weight,
    potentialReward: validators.reward + delegators.reward,
  };
}

/** Every node that ever staked, once each. One seek per node. */
export async function listStakingNodes(db: PrimaryDb): Promise<Uint8Array[]> {
  const { rows } = await sql<{ node_id: Uint8Array }>`with recursive node (node_id) as (
      select (select node_id from stake order by node_id limit 1)
      union all
      select (select stake.node_id from stake where stake.node_id > node.node_id order by stake.node_id limit 1) from node
      where node.node_id is not null
    ) select node_id from node where node_id is not null`.execute(db);
  return rows.map(({ node_id }) => node_id);
}

export const RUNNING = ["active", "pending"] as const satisfies readonly StakeStatus[];

/** Parts of the table that together hold every row of the list once, each with an index. */
function partsOf({ at, statuses }: StakeList): { rows: RawBuilder<unknown>; id: RawBuilder<unknown> }[] {
  const runningOnly = statuses?.every((status) => status === "active" || status === "pending") ?? false;
  const id = sql`stake.id`;
  if (!runningOnly) return [{ rows: sql`true`, id }];
  return [
    { rows: sql`stake.ended_position is null`, id },
    // Few rows, some of them old: read by id, the engine would walk from the end.
    { rows: sql`stake.ended_position >= ${at.decidedBelow}`, id: withoutIndex("stake.id") },
  ];
}

function conditionsOf(list: StakeList, id: RawBuilder<unknown> = sql`stake.id`): RawBuilder<unknown>[] {
  const { at, cursor, statuses, role, subnetId, nodeIds } = list;
  const conditions = [
    sql`stake.position < ${at.below}`,
    // A stake whose proposal was aborted never existed.
    sql`(stake.ended_position is null or stake.ended_position <> stake.position)`,
  ];
  if (cursor !== undefined)
    conditions.push(list.order === "asc" ? sql`${id} > ${cursor}` : sql`${id} < ${cursor}`);
  if (role !== undefined) conditions.push(sql`stake.role = ${role}`);
  if (list.staked) conditions.push(isFlag("stake.permissioned", false));
  if (subnetId !== undefined) conditions.push(sql`stake.subnet_id = ${subnetId}`);
  if (nodeIds !== undefined) conditions.push(isIn("stake.node_id", nodeIds));
  if (statuses !== undefined)
    conditions.push(
      sql`(${sql.join(
        statuses.map((status) => isOf(status, at)),
        sql` or `,
      )})`,
    );
  if (list.touching !== undefined)
    conditions.push(sql`exists (select 1 from address_tx where address_tx.chain = ${CHAIN.p}
      and address_tx.position = stake.position and ${isIn("address_id", list.touching)})`);
  if (list.rewarding !== undefined)
    conditions.push(sql`stake.position in
      (select position from reward_owner where ${isIn("address_id", list.rewarding)})`);
  if (list.minShares !== undefined) conditions.push(sql`stake.delegation_shares >= ${list.minShares}`);
  if (list.maxShares !== undefined) conditions.push(sql`stake.delegation_shares <= ${list.maxShares}`);
  if (list.beginsBefore !== undefined)
    conditions.push(sql`(stake.start_time < ${list.beginsBefore} or exists (select 1 from stake_cycle
      where stake_cycle.position = stake.position and stake_cycle.start_time < ${list.beginsBefore}))`);
  if (list.endsFrom !== undefined)
    conditions.push(sql`(stake.end_time is null or stake.end_time >= ${list.endsFrom})`);
  const { typeIds, from, before } = list;
  if (typeIds !== undefined || from !== undefined || before !== undefined)
    conditions.push(sql`exists (select 1 from tx where tx.chain = ${CHAIN.p} and tx.position = stake.position
      ${typeIds === undefined ? sql`` : sql`and ${isIn("tx.tx_type", typeIds)}`}
      ${from === undefined ? sql`` : sql`and tx.time >= ${from}`}
      ${before === undefined ? sql`` : sql`and tx.time < ${before}`})`);
  return conditions;
}

/** Auto-renewed validators never wait: since Durango a stake starts with its block. */
const RENEWED = sql`exists (select 1 from stake_cycle where stake_cycle.position = stake.position)`;

function isOf(status: StakeStatus, { below, decidedBelow, time }: Moment): RawBuilder<unknown> {
  const { rewarded, aborted } = STAKE_OUTCOME;
  const ended = sql`(stake.ended_position is not null and stake.ended_position <
    case when ${isIn("stake.outcome", [rewarded, aborted])} then ${decidedBelow} else ${below} end)`;
  const due = sql`(stake.end_time is not null and stake.end_time < ${time})`;
  const begun = sql`(stake.start_time <= ${time} or ${RENEWED})`;
  switch (status) {
    case "pending":
      return sql`(not ${ended} and not ${begun})`;
    case "active":
      return sql`(not ${ended} and ${begun} and not ${due})`;
    case "completed":
      // Without a ledger nothing says that it ended, but its time is over.
      return sql`((${ended} and stake.outcome <> ${STAKE_OUTCOME.removed}) or (not ${ended} and ${begun} and ${due}))`;
    case "removed":
      return sql`(${ended} and stake.outcome = ${STAKE_OUTCOME.removed})`;
  }
}

/** Removes what has happened since the moment: ends, and later cycles. */
async function asOf(db: PrimaryDb, rows: readonly StakeTable[], at: Moment): Promise<StakeAt[]> {
  const cycles = await readCyclesAt(db, rows, at);
  return rows.map((row) => {
    const cycle = cycles.get(row.position);
    const seen: StakeTable = {
      ...row,
      ...(cycle && {
        start_time: cycle.start_time,
        end_time: cycle.end_time,
        weight: cycle.weight,
        potential_reward: cycle.potential_reward,
      }),
      ...(!isOver(row, at) && { ended_position: null, outcome: null }),
    };
    return { ...seen, status: statusOf(seen, at) };
  });
}

/** Whether a period had ended at the moment. What a proposal ends is over with the block that decides it. */
export function isOver({ ended_position, outcome }: StakeTable, at: Moment): boolean {
  if (ended_position === null) return false;
  const byProposal = outcome === STAKE_OUTCOME.rewarded || outcome === STAKE_OUTCOME.aborted;
  return ended_position < (byProposal ? at.decidedBelow : at.below);
}

function statusOf(row: StakeTable, { time }: Moment): StakeStatus {
  if (row.ended_position !== null) return row.outcome === STAKE_OUTCOME.removed ? "removed" : "completed";
  if (row.start_time > time) return "pending";
  return row.end_time !== null && row.end_time < time ? "completed" : "active";
}

/**
 * The first cycle begins with the staking transaction; a later one when the proposal that ended its predecessor is
 * decided.
 */
function hasBegun({ position, began_position }: StakeCycleTable, { decidedBelow }: Moment): boolean {
  return began_position === position || began_position < decidedBelow;
}

/** The cycle of each auto-renewed validator at the moment, by position. */
async function readCyclesAt(db: PrimaryDb, rows: readonly StakeTable[], at: Moment) {
  if (rows.length === 0) return new Map<number, StakeCycleTable>();
  const cycles = await db
    .selectFrom("stake_cycle")
    .selectAll()
    .where("position", "in", setOf(rows.map(({ position }) => position)))
    .where("began_position", "<", at.below)
    .orderBy("began_position")
    .execute();
  return new Map(cycles.filter((cycle) => hasBegun(cycle, at)).map((cycle) => [cycle.position, cycle]));
}
