import type { PrimaryDb } from "../db";
import { setOf } from "../sql/expressions";

/** A reward that was paid for a stake. `kind` as `REWARD_TYPE`. */
export interface PaidReward {
  /** Of the staking transaction. */
  stake_position: number;
  kind: number;
  amount: bigint;
}

/** Rewards paid for the stakes of some transactions. */
export async function readPaidRewards(db: PrimaryDb, positions: readonly number[]): Promise<PaidReward[]> {
  if (positions.length === 0) return [];
  return db
    .selectFrom("utxo")
    .select((eb) => [
      eb.ref("stake_position").$notNull().as("stake_position"),
      eb.ref("reward_type").$notNull().as("kind"),
      "amount",
    ])
    .where("stake_position", "in", setOf(positions))
    .where("reward_type", "is not", null)
    .execute();
}
