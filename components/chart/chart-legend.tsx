import { classes } from "@/components/ui/classes";
import { LEGEND } from "@/components/ui/layout";
import type { DrawnSeries } from "./bars";

/** Names of the series of a chart, with their colours if there are several. On a phone the table has them. */
export function ChartLegend({ series }: { series: readonly DrawnSeries[] }) {
  if (series.length === 1) return <span className="max-m:hidden">{series[0]?.name}</span>;
  return (
    <div className={classes(LEGEND, "max-m:hidden")}>
      {series.map(({ segment, name, colour }) => (
        <span key={segment}>
          <i style={{ background: colour }} />
          {name}
        </span>
      ))}
    </div>
  );
}
