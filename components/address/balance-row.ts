import type { SeriesRow } from "@/components/chart/series";
import type { BalancePoint } from "@/lib/contract/firn/balances";

/** Days drawn at once. */
export const BALANCE_DAYS = 90;

/** A day of the chart. Amounts are in the smallest unit; in `values` they are rounded, to be drawn. */
export interface BalanceRow extends SeriesRow {
  /** Exact; undefined if it is not known. */
  balance: bigint | undefined;
  /** Of it; undefined where nothing can be staked. */
  staked: bigint | undefined;
}

/** A day without a balance has no values. */
export function balanceRowOf({ timestamp, balance, staked }: BalancePoint): BalanceRow {
  const exact = {
    balance: balance === undefined ? undefined : BigInt(balance),
    staked: staked === undefined ? undefined : BigInt(staked),
  };
  if (exact.balance === undefined) return { timestamp, ...exact, values: {} };
  const free = Number(exact.balance - (exact.staked ?? 0n));
  const values = exact.staked === undefined ? { free } : { free, staked: Number(exact.staked) };
  return { timestamp, ...exact, values };
}
