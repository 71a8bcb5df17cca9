import type { AcceptancePoint } from "@/lib/contract/firn/acceptance";
import type { QueryOf } from "@/lib/contract/pages";
import { formatDuration, groupDigits, plural } from "../../lib/words/format";
import type { Chain } from "../ui/chains";

/** What the URL of the chart says. */
export interface LagParams {
  chain: Chain;
  /** A height; only blocks below it. */
  before?: number;
}

/** Query of the chart. */
export function queryOfLag({ chain, before }: LagParams): QueryOf<"lag"> {
  return { chain: chain === "p" ? undefined : chain, before };
}

/** Says below the chart what is measured. */
export const LAG_NOTE =
  "Time from a block’s own timestamp until this node accepted it. Only blocks accepted live count, within a minute: for bootstrapped and replayed blocks the time means nothing. The band spans the 5th to the 95th percentile.";

/** Acceptance lags of a set of blocks, milliseconds. Percentiles are nearest-rank. */
export interface LagSummary {
  low: number;
  median: number;
  high: number;
  least: number;
  most: number;
}

/** `low` and `high` are the 5th and the 95th percentile. Undefined without points. */
export function summarizeLag(points: readonly AcceptancePoint[]): LagSummary | undefined {
  const lags = points.map(({ lagMs }) => lagMs).sort((a, b) => a - b);
  const at = (share: number) => lags[Math.max(0, Math.ceil(share * lags.length) - 1)];
  const least = lags[0];
  const low = at(0.05);
  const median = at(0.5);
  const high = at(0.95);
  const most = lags.at(-1);
  if (
    least === undefined ||
    low === undefined ||
    median === undefined ||
    high === undefined ||
    most === undefined
  )
    return undefined;
  return { least, low, median, high, most };
}

/** `, 20 not accepted live left out`, or nothing. */
export function formatLeftOut(notAcceptedLive: number): string {
  return notAcceptedLive === 0 ? "" : `, ${groupDigits(notAcceptedLive)} not accepted live left out`;
}

/** The chart in one sentence, for screen readers. */
export function describeLag(
  points: readonly AcceptancePoint[],
  { median, high }: LagSummary,
  chainName: string,
): string {
  return `Acceptance lag of the newest ${plural(points.length, `${chainName} block`)}: median ${formatDuration(median)}, 95th percentile ${formatDuration(high)}.`;
}
