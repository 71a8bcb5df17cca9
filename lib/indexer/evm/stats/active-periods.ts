import type { EvmDb } from "../../../store/db";
import { findActivePeriods, periodKey } from "../../../store/queries/evm/figures";
import { PERIOD_UNIT } from "../../../store/rows/columns";
import type { EvmBatch } from "../../../store/rows/evm-batch";
import type { ActivePeriodTable, PartyTable } from "../../../store/tables/evm/activity";
import { monthHour, type PeriodCounts } from "./period-activity";

/** Counts of participants or senders, and the stored months of those that memory was unsure of. */
export interface CountedPeriods {
  counts: PeriodCounts;
  stored: ReadonlyMap<number, number>;
}

/** Adds a batch's distinct addresses by week and month to the stored ones. */
export async function addPeriods(
  db: EvmDb,
  batch: EvmBatch,
  { addresses, senders }: { addresses: CountedPeriods; senders: CountedPeriods },
): Promise<void> {
  batch.party.pushAll(lastMonthRows(addresses));
  batch.sender.pushAll(lastMonthRows(senders));
  const rows = new Map<string, ActivePeriodTable>();
  for (const [what, counted] of [
    ["addresses", addresses],
    ["senders", senders],
  ] as const) {
    for (const { count, ...period } of countFirsts(counted)) {
      const row = rows.get(periodKey(period)) ?? { ...period, addresses: 0, senders: 0 };
      rows.set(periodKey(period), { ...row, [what]: row[what] + count });
    }
  }
  for (const before of await findActivePeriods(db, [...rows.values()])) {
    const row = rows.get(periodKey(before));
    if (row === undefined) continue;
    row.addresses += before.addresses;
    row.senders += before.senders;
  }
  batch.active_period.pushAll([...rows.values()]);
}

/** Rows of addresses whose last month changed. */
function lastMonthRows({ counts, stored }: CountedPeriods): PartyTable[] {
  return [...counts.lastMonths]
    .filter(([id, month]) => stored.get(id) !== month)
    .map(([address_id, month]) => ({ address_id, month }));
}

function countFirsts({
  counts,
  stored,
}: CountedPeriods): (Pick<ActivePeriodTable, "unit" | "start_hour"> & { count: number })[] {
  const months = new Map(counts.months);
  for (const [id, month] of counts.unsure)
    if (stored.get(id) !== month) months.set(month, (months.get(month) ?? 0) + 1);
  return [
    ...[...counts.weeks].map(([start_hour, count]) => ({ unit: PERIOD_UNIT.week, start_hour, count })),
    ...[...months].map(([month, count]) => ({
      unit: PERIOD_UNIT.month,
      start_hour: monthHour(month),
      count,
    })),
  ];
}
