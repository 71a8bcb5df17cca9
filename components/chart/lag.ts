import type { AcceptancePoint } from "@/lib/contract/firn/acceptance";
import { formatDuration, plural } from "../ui/format";

/** Lags of a set of blocks in milliseconds; nearest-rank percentiles. */
export interface LagSummary {
  low: number;
  median: number;
  high: number;
  least: number;
  most: number;
}

/** Low and high are the 5th and the 95th percentile. Undefined without points. */
export function summarizeLag(points: readonly AcceptancePoint[]): LagSummary | undefined {
  const lags = points.map(({ lagMs }) => lagMs).sort((a, b) => a - b);
  const at = (share: number) => lags[Math.max(0, Math.ceil(share * lags.length) - 1)];
  const [least, low, median, high, most] = [lags[0], at(0.05), at(0.5), at(0.95), lags.at(-1)];
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

/** The one sentence of the chart: what a screen reader says for it, and what stands below it. */
export function describeLag(points: readonly AcceptancePoint[], summary: LagSummary): string {
  const { median, high } = summary;
  return `Acceptance lag of the newest ${plural(points.length, "P-Chain block")}: median ${formatDuration(median)}, 95th percentile ${formatDuration(high)}.`;
}

/** Three to five round ticks, in milliseconds, that hold all lags and zero. */
export function lagTicks({ least, most }: Pick<LagSummary, "least" | "most">): number[] {
  const from = Math.min(0, least);
  const to = Math.max(most, 1);
  const rough = (to - from) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
