import { ACTIVITY_COLUMNS, type ChainActivityTable } from "../tables/evm/activity";
import { amountColumn, amountOf } from "./columns";

/** A row of `chain_activity` with its amounts as numbers, in wei. */
export type ChainActivity = {
  [Column in keyof ChainActivityTable]: ChainActivityTable[Column] extends Uint8Array ? bigint : number;
};

type Columns = typeof ACTIVITY_COLUMNS;
type ColumnOf<Kind> = { [C in keyof Columns]: Columns[C] extends Kind ? C : never }[keyof Columns];

const columnsOf = <Kind extends Columns[keyof Columns]>(kind: Kind) =>
  Object.entries(ACTIVITY_COLUMNS).flatMap(([name, each]) => (each === kind ? [name as ColumnOf<Kind>] : []));
const COUNTS = columnsOf("count");
const SUMS = columnsOf("wei");
const HIGHEST = columnsOf("highest wei");
const RATES = columnsOf("rate");
const AMOUNTS = [...SUMS, ...HIGHEST];

/** A period without blocks. */
export function noActivity(key: Pick<ChainActivity, "hours" | "start_hour">): ChainActivity {
  const zeros = Object.fromEntries([
    ...[...COUNTS, ...RATES].map((column) => [column, 0]),
    ...RATES.map((column) => [`${column}_ms`, 1_000]),
    ...AMOUNTS.map((column) => [column, 0n]),
  ]) as Omit<ChainActivity, "hours" | "start_hour">;
  return { ...key, ...zeros };
}

/** Adds another part of the same period to `sum`. */
export function addActivity(sum: ChainActivity, part: ChainActivity): void {
  for (const column of COUNTS) sum[column] += part[column];
  for (const column of SUMS) sum[column] += part[column];
  for (const column of HIGHEST) if (part[column] > sum[column]) sum[column] = part[column];
  for (const column of RATES) {
    const ms = `${column}_ms` as const;
    if (!isHigher([part[column], part[ms]], [sum[column], sum[ms]])) continue;
    sum[column] = part[column];
    sum[ms] = part[ms];
  }
}

type Rate = readonly [amount: number, ms: number];

/** Of two equal rates the shorter time wins, so that the result does not depend on how blocks are batched. */
function isHigher([amount, ms]: Rate, [otherAmount, otherMs]: Rate): boolean {
  const left = amount * otherMs;
  const right = otherAmount * ms;
  return left > right || (left === right && ms < otherMs);
}

export function activityOfRow(row: ChainActivityTable): ChainActivity {
  const amounts = Object.fromEntries(AMOUNTS.map((column) => [column, amountOf(row[column])]));
  return { ...row, ...(amounts as Record<(typeof AMOUNTS)[number], bigint>) };
}

export function rowOfActivity(activity: ChainActivity): ChainActivityTable {
  const amounts = Object.fromEntries(AMOUNTS.map((column) => [column, amountColumn(activity[column])]));
  return { ...activity, ...(amounts as Record<(typeof AMOUNTS)[number], Uint8Array>) };
}
