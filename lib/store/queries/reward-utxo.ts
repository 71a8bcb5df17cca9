import { type Kysely, sql } from "kysely";
import { CHAIN } from "../columns";
import type { PrimaryTables } from "../tables";

/** A reward that was paid: under the staking transaction, or the one that ended a cycle. `kind` as `REWARD_TYPE`. */
export interface PaidReward {
  position: number;
  kind: number;
  amount: bigint;
}

/** Rewards paid as outputs of the transactions at some positions. */
export async function readPaidRewards(
  db: Kysely<PrimaryTables>,
  positions: readonly number[],
): Promise<PaidReward[]> {
  if (positions.length === 0) return [];
  return db
    .selectFrom("utxo")
    .select(["position", "amount"])
    .select(sql<number>`reward_type`.as("kind"))
    .where("chain", "=", CHAIN.p)
    .where("position", "in", [...positions])
    .where("reward_type", "is not", null)
    .execute();
}
