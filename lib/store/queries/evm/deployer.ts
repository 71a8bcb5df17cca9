import type { EvmDb } from "../../db";
import { rowCount } from "../../sql/computed";
import { inTuples, setOf } from "../../sql/expressions";
import type { DeployerDayTable, DeployerTable } from "../../tables/evm/activity";
import { inParts } from "../by-key";

/** The deployers among some addresses. */
export function findDeployers(db: EvmDb, ids: readonly number[]): Promise<DeployerTable[]> {
  return inParts(db, ids, (part) =>
    db.selectFrom("deployer").selectAll().where("address_id", "in", setOf(part)).execute(),
  );
}

/** The stored ones among some days and addresses. */
export function findDeployerDays(db: EvmDb, days: readonly DeployerDayTable[]): Promise<DeployerDayTable[]> {
  return inParts(db, days, (part) => {
    return db
      .selectFrom("deployer_day")
      .selectAll()
      .where(
        inTuples(
          ["start_hour", "address_id"],
          part.map(({ start_hour, address_id }) => [start_hour, address_id]),
        ),
      )
      .execute();
  });
}

/** How many addresses created a contract at or after a time (unix seconds). */
export async function countDeployersSince(db: EvmDb, time: number): Promise<number> {
  const row = await db
    .selectFrom("deployer")
    .select(rowCount.as("deployers"))
    .where("last_time", ">=", time)
    .executeTakeFirstOrThrow();
  return row.deployers;
}

/** The last month in which each address took part, or sent, by number. Addresses that never did are missing. */
export async function findLastMonths(
  db: EvmDb,
  table: "party" | "sender",
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await inParts(db, ids, (part) =>
    db.selectFrom(table).selectAll().where("address_id", "in", setOf(part)).execute(),
  );
  return new Map(rows.map(({ address_id, month }) => [address_id, month]));
}
