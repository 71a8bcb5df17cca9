import type { PrimaryDb } from "../db";
import { setOf } from "../sql/expressions";
import type { L1PointTable, L1ValidatorTable } from "../tables/staking";

/** The validation of an id (32 bytes). */
export async function findValidation(
  db: PrimaryDb,
  validationId: Uint8Array,
): Promise<L1ValidatorTable | undefined> {
  return db
    .selectFrom("l1_validator")
    .selectAll()
    .where("validation_id", "=", validationId)
    .executeTakeFirst();
}

/** The fixed facts of a validation, with its state right after one transaction. */
export type L1PointRow = Pick<
  L1ValidatorTable,
  "validation_id" | "subnet_id" | "node_id" | "public_key" | "registered_position"
> &
  Pick<L1PointTable, "weight" | "balance" | "paid_in" | "paid_back">;

/** The validations that a transaction changed, in order of registration, right after it. */
export async function readL1Points(
  db: PrimaryDb,
  place: { position: number; validationIds: readonly Uint8Array[] },
): Promise<L1PointRow[]> {
  return db
    .selectFrom("l1_validator")
    .innerJoin("l1_point", "l1_point.validation", "l1_validator.id")
    .select(["validation_id", "subnet_id", "node_id", "public_key", "registered_position"])
    .select(["l1_point.weight", "balance", "paid_in", "paid_back"])
    .where("validation_id", "in", setOf(place.validationIds))
    .where("l1_point.position", "=", place.position)
    .orderBy("l1_validator.id")
    .execute();
}
