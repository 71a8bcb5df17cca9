import { formatDate } from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stats";
import { CHARTS, type ChartParams, STEP_SECONDS } from "./chart-params";
import { formatValue, meanOf, mergeSeries, type Series, spread, totalOf } from "./series";

/** Key figures of a chart over all its chains. They end with the newest block: a recording shows its own present. */
export function SeriesFigures({ params, series }: { params: ChartParams; series: readonly Series[] }) {
  const { name, step, to } = params;
  const { decimals, stacked } = CHARTS[name];
  if (step === "hour" || to !== undefined || (!stacked && series.length > 1)) return null;
  const rows = mergeSeries(Object.fromEntries(series.map(({ segment, first }) => [segment, first.results])));
  const stepSeconds = STEP_SECONDS[step];
  const [yesterday, today] = spread(rows, { span: 2, stepSeconds }).map(totalOf);
  const most = rows.toSorted((a, b) => totalOf(b) - totalOf(a))[0];
  const say = (value = 0) => formatValue(value, decimals);
  return (
    <Stats count={5}>
      <Stat label="Newest day, so far" value={say(today)} />
      <Stat label="The day before" value={say(yesterday)} />
      <Stat label="Mean of 7 days" value={say(meanOf(rows, 7, stepSeconds))} />
      <Stat label="Mean of 30 days" value={say(meanOf(rows, 30, stepSeconds))} />
      {most !== undefined && (
        <Stat label="Most in a day" value={say(totalOf(most))} detail={formatDate(most.timestamp * 1000)} />
      )}
    </Stats>
  );
}
