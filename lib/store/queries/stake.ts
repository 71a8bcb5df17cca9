import type { Kysely } from "kysely";
import { CHAIN, STAKE_ROLE } from "../columns";
import type { PrimaryTables } from "../tables";
import type { StakeTable } from "../tables/stake";

/** A period, with the id of the transaction that ended it. */
export type StakeRow = StakeTable & { ended_tx_id: Uint8Array | null };

/** Periods by the positions of their staking transactions. */
export async function readStakes(
  db: Kysely<PrimaryTables>,
  positions: readonly number[],
): Promise<Map<number, StakeRow>> {
  const rows = await db
    .selectFrom("stake")
    .leftJoin("tx", (join) =>
      join.onRef("tx.position", "=", "stake.ended_position").on("tx.chain", "=", CHAIN.p),
    )
    .selectAll("stake")
    .select("tx.tx_id as ended_tx_id")
    .where("stake.position", "in", [...positions])
    .execute();
  return new Map(rows.map((row) => [row.position, row]));
}

/** The newest period of a node as a validator, of whatever subnet. */
export async function findStakeOfNode(
  db: Kysely<PrimaryTables>,
  nodeId: Uint8Array,
): Promise<StakeTable | undefined> {
  return db
    .selectFrom("stake")
    .selectAll()
    .where("node_id", "=", nodeId)
    .where("role", "=", STAKE_ROLE.validator)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}
