import type { PrimaryDb } from "../db";
import { CHAIN, heightOf } from "../rows/columns";
import { numberSetOf } from "../sql/expressions";
import type { L1PointTable } from "../tables/staking";
import type { Moment } from "./stake-list";

/** A validation right after something changed it, and the fees accrued until then (`block.l1_accrued_fees`). */
export type L1FeePoint = Omit<L1PointTable, "weight"> & { time: number; accrued: bigint | null };

/** The validations that are meant; all without any. */
export interface L1FeePayers {
  validationId?: Uint8Array | undefined;
  nodeId?: Uint8Array | undefined;
  subnetId?: Uint8Array | undefined;
}

/** All points of validations up to a moment, oldest first. All are read: what was paid is a sum over all of them. */
export async function listL1FeePoints(
  db: PrimaryDb,
  { validationId, nodeId, subnetId }: L1FeePayers,
  at: Moment,
): Promise<L1FeePoint[]> {
  const points = await db
    .selectFrom("l1_validator as v")
    .innerJoin("l1_point as p", "p.validation", "v.id")
    .select(["p.validation", "p.position", "p.balance", "p.paid_in", "p.paid_back"])
    .where("p.position", "<", at.below)
    .$if(validationId !== undefined, (query) => query.where("v.validation_id", "=", validationId ?? null))
    .$if(nodeId !== undefined, (query) => query.where("v.node_id", "=", nodeId ?? null))
    .$if(subnetId !== undefined, (query) => query.where("v.subnet_id", "=", subnetId ?? null))
    .execute();
  const heights = [...new Set(points.map(({ position }) => heightOf(position)))];
  const blocks = await db
    .selectFrom("block")
    .select(["height", "time", "l1_accrued_fees"])
    .where("chain", "=", CHAIN.p)
    .where("height", "in", numberSetOf(heights))
    .execute();
  const blockAt = new Map(blocks.map((block) => [block.height, block]));
  return points
    .flatMap((point) => {
      const block = blockAt.get(heightOf(point.position));
      return block === undefined ? [] : [{ ...point, time: block.time, accrued: block.l1_accrued_fees }];
    })
    .sort((a, b) => a.position - b.position);
}

const DAY = 86_400;

/**
 * Fees that a validator active from the start had paid after the last block of each UTC day, oldest first, from the day that
 * starts at `first` to the one that starts at `last` (unix seconds).
 */
export async function listAccruedByDay(
  db: PrimaryDb,
  { first, last }: { first: number; last: number },
): Promise<{ timestamp: number; accrued: bigint }[]> {
  const rows = await db
    .withRecursive("day(starts)", (days) =>
      days
        .selectNoFrom((eb) => eb.cast<number>(eb.val(first), "bigint").as("starts"))
        .unionAll(
          days
            .selectFrom("day")
            .select((eb) => eb("starts", "+", DAY).as("starts"))
            .where("starts", "<", last),
        ),
    )
    .selectFrom("day")
    .innerJoin("block as b", (join) =>
      join.on("b.chain", "=", CHAIN.p).on((eb) =>
        eb(
          "b.height",
          "=",
          eb
            .selectFrom("block as before")
            .select("before.height")
            .where("before.chain", "=", CHAIN.p)
            .where((of) => of("before.time", "<", of("day.starts", "+", DAY)))
            .orderBy("before.time", "desc")
            .orderBy("before.height", "desc")
            .limit(1),
        ),
      ),
    )
    .select(["day.starts as timestamp", "b.l1_accrued_fees as accrued"])
    .orderBy("day.starts")
    .execute();
  return rows.map(({ timestamp, accrued }) => ({ timestamp, accrued: accrued ?? 0n }));
}
