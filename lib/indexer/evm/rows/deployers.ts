import type { EvmDb } from "../../../store/db";
import { findDeployerDays, findDeployers } from "../../../store/queries/evm/deployer";
import type { DeployerDayTable, DeployerTable } from "../../../store/tables/evm/activity";
import { HOURS_PER_DAY, SECONDS_PER_HOUR } from "../stats/active-addresses";

/** The creation of a contract: by which address (its number), and when (unix seconds). */
export interface Creation {
  deployer: number;
  time: number;
}

/**
 * What creations add to a day: deployers active on it, and those for whom it is the first day (negative if it no longer
 * is).
 */
export interface DeployerCount {
  deployers: number;
  new_deployers: number;
}

/**
 * Rows of deployers, and what they add to days (by the unix hour at which the day begins). Creations may come in any
 * order, because traces may be added late.
 */
export async function countDeployers(
  db: EvmDb,
  creations: readonly Creation[],
): Promise<{ rows: DeployerTable[]; dayRows: DeployerDayTable[]; days: Map<number, DeployerCount> }> {
  const days = new Map<number, DeployerCount>();
  const count = (time: number, what: keyof DeployerCount, change: number) => {
    const start = dayStartOf(time);
    const of = days.get(start) ?? { deployers: 0, new_deployers: 0 };
    days.set(start, { ...of, [what]: of[what] + change });
  };
  const ids = [...new Set(creations.map(({ deployer }) => deployer))];
  const known = new Map((await findDeployers(db, ids)).map((row) => [row.address_id, row]));
  const dayRows = new Map(
    creations.map(({ deployer, time }) => {
      const row = { start_hour: dayStartOf(time), address_id: deployer };
      return [`${row.start_hour}/${deployer}`, row];
    }),
  );
  for (const row of await findDeployerDays(db, [...dayRows.values()]))
    dayRows.delete(`${row.start_hour}/${row.address_id}`);
  for (const { start_hour } of dayRows.values()) count(start_hour * SECONDS_PER_HOUR, "deployers", 1);
  const rows = new Map<number, DeployerTable>();
  for (const { deployer, time } of creations) {
    const before = rows.get(deployer) ?? known.get(deployer);
    if (before === undefined || time < before.first_time) {
      if (before) count(before.first_time, "new_deployers", -1);
      count(time, "new_deployers", 1);
    }
    rows.set(deployer, {
      address_id: deployer,
      first_time: Math.min(time, before?.first_time ?? time),
      last_time: Math.max(time, before?.last_time ?? time),
    });
  }
  return { rows: [...rows.values()], dayRows: [...dayRows.values()], days };
}

/** The unix hour at which the UTC day of a time begins. */
function dayStartOf(time: number): number {
  const hour = Math.floor(time / SECONDS_PER_HOUR);
  return hour - (hour % HOURS_PER_DAY);
}
