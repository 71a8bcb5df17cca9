import { sql } from "kysely";
import type { PrimaryDb } from "../db";
import { setOf } from "../sqlite/expressions";

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
  const { rows } = await sql<PaidReward>`select stake_position, reward_type as kind, amount from utxo
    where stake_position in ${setOf(positions)} and reward_type is not null`.execute(db);
  return rows;
}
