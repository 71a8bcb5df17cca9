import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import type { L1ValidatorTable, StakeTable } from "../tables/staking";

/** Validators and delegators of a subnet whose period has begun at chain time `time` and is not over. */
export async function listCurrentStakes(
  db: PrimaryDb,
  subnetId: Uint8Array,
  time: number,
): Promise<(StakeTable & { tx_id: Uint8Array })[]> {
  return db
    .selectFrom("stake")
    .innerJoin("tx", (join) => join.onRef("tx.position", "=", "stake.position").on("tx.chain", "=", CHAIN.p))
    .selectAll("stake")
    .select("tx.tx_id")
    .where("subnet_id", "=", subnetId)
    .where("ended_position", "is", null)
    .where("start_time", "<=", time)
    .execute();
}

/** Validators of an L1 that were not removed, with the time of their registration. */
export async function listL1Validators(
  db: PrimaryDb,
  subnetId: Uint8Array,
): Promise<(L1ValidatorTable & { time: number })[]> {
  return db
    .selectFrom("l1_validator")
    .innerJoin("tx", (join) =>
      join.onRef("tx.position", "=", "l1_validator.registered_position").on("tx.chain", "=", CHAIN.p),
    )
    .selectAll("l1_validator")
    .select("tx.time")
    .where("subnet_id", "=", subnetId)
    .where("removed_position", "is", null)
    .execute();
}

/** Ids of all subnets but the primary network, in order of creation, after position `after`. */
export async function listSubnetIds(
  db: PrimaryDb,
  { after, limit }: { after: number; limit: number },
): Promise<{ position: number; subnet_id: Uint8Array }[]> {
  return db
    .selectFrom("subnet")
    .select(["position", "subnet_id"])
    .where("position", ">", after)
    .orderBy("position")
    .limit(limit)
    .execute();
}
