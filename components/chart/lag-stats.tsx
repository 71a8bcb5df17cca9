import { Stat, Stats } from "@/components/ui/stats";
import { formatDuration, splitUnit } from "@/lib/words/format";
import type { LagSummary } from "./lag";

/** Statistics of acceptance lag over the blocks in the chart. */
export function LagStats({ summary: { least, low, median, high, most } }: { summary: LagSummary }) {
  const stats = {
    Median: median,
    "5th percentile": low,
    "95th percentile": high,
    Min: least,
    Max: most,
  };
  const shown = Object.entries(stats);
  return (
    <Stats count={shown.length}>
      {shown.map(([label, lagMs]) => (
        <Stat key={label} label={label} {...splitUnit(formatDuration(lagMs))} />
      ))}
    </Stats>
  );
}
