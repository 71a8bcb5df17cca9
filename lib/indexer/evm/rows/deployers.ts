import type { EvmDb } from "../../../store/db";
import { findDeployerDays, findDeployers } from "../../../store/queries/evm/deployer";
import type { DeployerDayTable, DeployerTable } from "../../../store/tables/evm/activity";
import { HOURS_PER_DAY, SECONDS_PER_HOUR } from "../figures/active-addresses";

/** That a contract was made: by whom (number of the address) and when (unix seconds). */
export interface Making {
  deployer: number;
  time: number;
}

/** What makings add to a day: those who made something on it, and those whose first day it is; negative where it no longer is. */
export interface DeployerCount {
  deployers: number;
  new_deployers: number;
}

/**
 * Rows of makings, and what they add to days, by the unix hour that a day begins with. Makings come in any order: calls
 * inside older transactions may become known late.
 */
export async function countDeployers(
  db: EvmDb,
  makings: readonly Making[],
): Promise<{ rows: DeployerTable[]; dayRows: DeployerDayTable[]; days: Map<number, DeployerCount> }> {
  const days = new Map<number, DeployerCount>();
  const count = (time: number, what: keyof DeployerCount, change: number) => {
    const start = dayStartOf(time);
    const of = days.get(start) ?? { deployers: 0, new_deployers: 0 };
    days.set(start, { ...of, [what]: of[what] + change });
  };
  const ids = [...new Set(makings.map(({ deployer }) => deployer))];
  const known = new Map((await findDeployers(db, ids)).map((row) => [row.address_id, row]));
  const dayRows = new Map(
    makings.map(({ deployer, time }) => {
      const row = { start_hour: dayStartOf(time), address_id: deployer };
      return [`${row.start_hour}/${deployer}`, row];
    }),
  );
  for (const row of await findDeployerDays(db, [...dayRows.values()]))
    dayRows.delete(`${row.start_hour}/${row.address_id}`);
  for (const { start_hour } of dayRows.values()) count(start_hour * SECONDS_PER_HOUR, "deployers", 1);
  const rows = new Map<number, DeployerTable>();
  for (const { deployer, time } of makings) {
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

/** Unix hour that the UTC day of a time begins with. */
function dayStartOf(time: number): number {
  const hour = Math.floor(time / SECONDS_PER_HOUR);
  return hour - (hour % HOURS_PER_DAY);
}
