import { sql } from "kysely";
import type { PrimaryDb } from "../db";
import { CHAIN, STAKE_ROLE } from "../rows/columns";
import { setOf } from "../sql/expressions";
import type { StakeCycleTable, StakeTable } from "../tables/staking";
import type { Moment } from "./stake-list";

/** A period, with the id of the transaction that ended it. */
export type StakeRow = StakeTable & { ended_tx_id: Uint8Array | null };

/** Periods by the positions of their staking transactions. */
export async function readStakes(
  db: PrimaryDb,
  positions: readonly number[],
): Promise<Map<number, StakeRow>> {
  const rows = await db
    .selectFrom("stake")
    .leftJoin("tx", (join) =>
      join.onRef("tx.position", "=", "stake.ended_position").on("tx.chain", "=", CHAIN.p),
    )
    .selectAll("stake")
    .select("tx.tx_id as ended_tx_id")
    .where("stake.position", "in", setOf(positions))
    .execute();
  return new Map(rows.map((row) => [row.position, row]));
}

/** Which delegations: to a node on a subnet, between its validator's transaction and the validator's end. */
export interface DelegationWindow {
  nodeId: Uint8Array;
  subnetId: Uint8Array;
  after: number;
  below: number;
}

/** All delegations to one validator during its period, in the order of their transactions. */
export async function listDelegations(
  db: PrimaryDb,
  { nodeId, subnetId, after, below }: DelegationWindow,
): Promise<StakeTable[]> {
  return db
    .selectFrom("stake")
    .selectAll()
    .where("node_id", "=", nodeId)
    .where("subnet_id", "=", subnetId)
    .where("position", ">", after)
    .where("position", "<", below)
    .where("role", "=", STAKE_ROLE.delegator)
    .orderBy("position")
    .execute();
}

/** The validator of a delegation: the last one of its node and subnet before it. */
export async function findDelegatee(
  db: PrimaryDb,
  delegation: Pick<StakeTable, "node_id" | "subnet_id" | "position">,
): Promise<StakeTable | undefined> {
  return db
    .selectFrom("stake")
    .selectAll()
    .where("node_id", "=", delegation.node_id)
    .where("subnet_id", "=", delegation.subnet_id)
    .where("position", "<", delegation.position)
    .where(OF_VALIDATOR)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Cycles of an auto-renewed validator that had begun at a moment, newest first. */
export async function listCycles(
  db: PrimaryDb,
  { position, at, limit }: { position: number; at: Moment; limit: number },
): Promise<StakeCycleTable[]> {
  return db
    .selectFrom("stake_cycle")
    .selectAll()
    .where("position", "=", position)
    .where(({ eb, or }) =>
      or([eb("began_position", "=", position), eb("began_position", "<", at.decidedBelow)]),
    )
    .orderBy("began_position", "desc")
    .limit(limit)
    .execute();
}

/** Written out, not bound: the index holds only validators. */
const OF_VALIDATOR = sql<boolean>`role = 0`;
