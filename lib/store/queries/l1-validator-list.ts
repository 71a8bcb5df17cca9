import { type RawBuilder, sql } from "kysely";
import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import type { L1PointTable, L1ValidatorTable } from "../tables/staking";
import type { Moment } from "./stake-list";

/** Points of a node that are looked at: a change of weight or balance is one. */
const MOST_POINTS = 1_000;

/** A validation at a moment: its last point, and the fees accrued when that was written. */
export type L1ValidatorAt = Omit<L1ValidatorTable, "weight" | "end_accumulated_fee"> &
  Pick<L1PointTable, "weight" | "balance" | "paid_in"> & {
    point_position: number;
    /** Time of the point's block, unix seconds. */
    point_time: number;
    accrued_then: bigint | null;
    /** Time of the first point without a balance since the last one with; null while it has one. */
    inactive_since: number | null;
    registered_tx_id: Uint8Array;
    registered_time: number;
  };

export interface L1ValidatorList {
  at: Moment;
  limit: number;
  /** `l1_validator.id` after which the list goes on. */
  cursor?: number | undefined;
  validationId?: Uint8Array | undefined;
  nodeId?: Uint8Array | undefined;
  subnetId?: Uint8Array | undefined;
  /** "active" has weight and balance, "present" a weight. */
  which: "active" | "present" | "all";
}

/** Validations, the newest first, at most `limit`. */
export async function listL1Validators(db: PrimaryDb, list: L1ValidatorList): Promise<L1ValidatorAt[]> {
  const { at } = list;
  const { rows } = await sql<L1ValidatorAt>`
    select v.id, v.validation_id, v.subnet_id, v.node_id, v.registered_position, v.public_key,
      v.remaining_balance_threshold, v.remaining_balance_addresses, v.deactivation_threshold,
      v.deactivation_addresses, v.min_nonce, v.removed_position,
      p.weight, p.balance, p.paid_in, p.position as point_position, b.time as point_time,
      b.l1_accrued_fees as accrued_then,
      case when p.balance = 0 then (select time from block where chain = ${CHAIN.p} and height =
        (select min(position) from l1_point where validation = v.id and position > coalesce(
          (select max(position) from l1_point
            where validation = v.id and position < p.position and balance <> 0), -1)) / 65536)
      end as inactive_since, tx.tx_id as registered_tx_id, tx.time as registered_time
    from l1_validator v
    join l1_point p on p.validation = v.id and p.position =
      (select max(position) from l1_point where validation = v.id and position < ${at.below})
    join block b on b.chain = ${CHAIN.p} and b.height = p.position / 65536
    join tx on tx.chain = ${CHAIN.p} and tx.position = v.registered_position
    where ${sql.join(conditionsOf(list), sql` and `)}
    order by v.id desc limit ${list.limit}`.execute(db);
  return rows;
}

function conditionsOf({
  at,
  cursor,
  validationId,
  nodeId,
  subnetId,
  which,
}: L1ValidatorList): RawBuilder<unknown>[] {
  const conditions = [sql`v.registered_position < ${at.below}`];
  if (cursor !== undefined) conditions.push(sql`v.id < ${cursor}`);
  if (validationId !== undefined) conditions.push(sql`v.validation_id = ${validationId}`);
  if (nodeId !== undefined) conditions.push(sql`v.node_id = ${nodeId}`);
  if (subnetId !== undefined) conditions.push(sql`v.subnet_id = ${subnetId}`);
  if (which !== "all") conditions.push(sql`p.weight <> 0`);
  // Without a ledger the balance is unknown.
  if (which === "active") conditions.push(sql`(p.balance is null or p.balance <> 0)`);
  return conditions;
}

/** A change of a validation: by a transaction, or by its balance running out in the block. */
export type L1Change = L1PointTable &
  Pick<L1ValidatorTable, "validation_id" | "node_id"> & {
    height: number;
    time: number;
    tx_id: Uint8Array | null;
    tx_type: number | null;
  };

/** Changes of one validation or of all of a subnet, newest first, at most `limit`. */
export async function listL1Changes(
  db: PrimaryDb,
  { of, at, limit }: { of: { id: number } | { subnetId: Uint8Array }; at: Moment; limit: number },
): Promise<L1Change[]> {
  const those = "id" in of ? sql`v.id = ${of.id}` : sql`v.subnet_id = ${of.subnetId}`;
  const { rows } = await sql<L1Change>`
    select p.*, v.validation_id, v.node_id, b.height, b.time, tx.tx_id, tx.tx_type
    from l1_validator v
    join l1_point p on p.validation = v.id
    join block b on b.chain = ${CHAIN.p} and b.height = p.position / 65536
    left join tx on tx.chain = ${CHAIN.p} and tx.position = p.position
    where ${those} and p.position < ${at.below}
    order by p.position desc, v.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Points at or after the position `from` where a node's validations have less weight than right before, newest first. */
export async function listWeightLosses(
  db: PrimaryDb,
  { nodeId, at, from }: { nodeId: Uint8Array; at: Moment; from: number },
) {
  const points = await db
    .selectFrom("l1_validator as v")
    .innerJoin("l1_point as p", "p.validation", "v.id")
    .select(["p.validation", "v.validation_id", "v.subnet_id", "p.position", "p.weight"])
    .where("v.node_id", "=", nodeId)
    .where("p.position", "<", at.below)
    .orderBy("p.position", "desc")
    .limit(MOST_POINTS)
    .execute();
  return points.flatMap((point, index) => {
    if (point.position < from) return [];
    const before = points.slice(index + 1).find(({ validation }) => validation === point.validation);
    return before !== undefined && point.weight < before.weight
      ? [{ ...point, weight_before: before.weight }]
      : [];
  });
}
