"use client";

import Link from "next/link";
import { lazy } from "react";
import { formatDate, plural } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { CHARTS, STEP_SECONDS } from "./chart-params";
import { formatValue, meanOf, mergeSeries, type Series, spread } from "./series";
import { WhenSeen } from "./when-seen";

const SeriesBars = lazy(() => import("./series-bars").then((module) => ({ default: module.SeriesBars })));

const DAYS = 30;

/** Average TPS of the newest days; the chart of its own has all, and a table. */
export function TpsPanel({ series }: { series: readonly Series[] }) {
  const { decimals, stacked, title } = CHARTS.tps;
  const rows = mergeSeries(Object.fromEntries(series.map(({ segment, first }) => [segment, first.results])));
  const drawn = spread(rows, { span: DAYS, stepSeconds: STEP_SECONDS.day });
  const mean = formatValue(meanOf(rows, DAYS, STEP_SECONDS.day), decimals);
  const names = series.map(({ name }) => name).join(" and ");
  const sayTime = (timestamp: number) => formatDate(timestamp * 1000);
  const sentence = `${title} of ${names}: ${mean} over ${DAYS} days, ${plural(Math.min(rows.length, DAYS), "day")} with blocks.`;
  return (
    <Panel
      title="Average TPS"
      className="lagpanel"
      aside={`${names}, per UTC day`}
      note={sentence}
      actions={
        <Link href="/charts/tps" prefetch={false}>
          All charts
        </Link>
      }
    >
      <div className="chartbox" role="img" aria-label={sentence}>
        <WhenSeen>
          <SeriesBars
            {...{ series, rows: drawn, decimals, stacked, sayTime }}
            sayShort={(timestamp) => sayTime(timestamp).replace(/ \d{4}$/, "")}
          />
        </WhenSeen>
      </div>
    </Panel>
  );
}
