import type { PrimaryDb } from "../db";
import { heightOf, positionOf, STAKE_ROLE } from "../rows/columns";
import type { Moment } from "./stake-list";

/** Blocks that are looked at for stakes: no index has them by their subnet. */
const MOST_BLOCKS = 16_384;

/**
 * Heights of the P-Chain at which validators of a subnet came or went, or those of an L1 got another weight or their
 * balances ended, newest first, at most `limit`. Stakes further back than some thousand blocks are left out.
 */
export async function listValidatorChanges(
  db: PrimaryDb,
  { subnetId, at, limit }: { subnetId: Uint8Array; at: Moment; limit: number },
): Promise<number[]> {
  const points = await db
    .selectFrom("l1_validator as v")
    .innerJoin("l1_point as p", "p.validation", "v.id")
    .select("p.position")
    .where("v.subnet_id", "=", subnetId)
    .where("p.position", "<", at.below)
    .orderBy("p.position", "desc")
    .limit(limit)
    .execute();
  const from = positionOf(Math.max(0, at.height - MOST_BLOCKS), 0);
  const stakes = (column: "position" | "ended_position") =>
    db
      .selectFrom("stake")
      .select((eb) => eb.ref(column).$notNull().as("position"))
      .where("role", "=", STAKE_ROLE.validator)
      .where("subnet_id", "=", subnetId)
      .where(column, ">=", from)
      .where(column, "<", at.below)
      .orderBy(column, "desc")
      .limit(limit)
      .execute();
  const begun = await stakes("position");
  const ended = await stakes("ended_position");
  const heights = [
    ...[...points, ...begun].map(({ position }) => heightOf(position)),
    // What a proposal ends is over with the block that decides it, the next one.
    ...ended.flatMap(({ position }) => [heightOf(position), heightOf(position) + 1]),
  ];
  return [...new Set(heights)].sort((a, b) => b - a).slice(0, limit);
}
