"use client";

import Link from "next/link";
import { lazy } from "react";
import { button } from "@/components/ui/button";
import { formatDate, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { ViewLinks } from "@/components/ui/view-links";
import { hrefTo } from "@/lib/contract/pages";
import { barsOf } from "./bars";
import { CHART_BOX } from "./chart-box";
import { CHARTS, HOME_QUERY, HOME_SPANS, type HomeSpan, hrefOfChart, STEP_SECONDS } from "./chart-params";
import { formatValue, meanOf, mergeSeries, type Series, spread } from "./series";
import { WhenSeen } from "./when-seen";

const SeriesBars = lazy(() =>
  import("./drawings").then(({ DRAWINGS }) => ({ default: DRAWINGS.SeriesBars })),
);

/** Average TPS of the newest days. Its own page has the table. */
export function TpsPanel({ series, span }: { series: Series; span: HomeSpan }) {
  const { form, stacked, title } = CHARTS.tps;
  const days = Number(span);
  const rows = mergeSeries({ [series.segment]: series.first.results });
  const drawn = spread(rows, { span: days, stepSeconds: STEP_SECONDS.day });
  const mean = formatValue(meanOf(rows, days, STEP_SECONDS.day), form);
  const formatStep = (timestamp: number) => formatDate(timestamp * 1000);
  const sentence = `${title} of ${series.name}: ${mean} over ${days} days, ${plural(Math.min(rows.length, days), "day")} with blocks.`;
  return (
    <Panel
      title="Average TPS"
      className="flex flex-col"
      aside={`${series.name}, per UTC day`}
      actions={
        <>
          <ViewLinks
            label="Range"
            views={HOME_SPANS}
            current={span}
            hrefOf={(one) => hrefTo("home", {}, HOME_QUERY.write({ span: one }))}
          />
          <Link
            className={button({ size: "icon" })}
            href={hrefOfChart({ name: "tps", step: "day", span: days, chains: [series.segment] })}
            prefetch={false}
            aria-label="Average TPS as a table, with more chains"
          >
            <Icon name="table" />
          </Link>
        </>
      }
    >
      <div className={CHART_BOX} role="img" aria-label={sentence}>
        <WhenSeen>
          <SeriesBars
            bars={barsOf([series], drawn, { form, stacked })}
            formatStep={formatStep}
            formatShortStep={(timestamp) => formatStep(timestamp).replace(/ \d{4}$/, "")}
          />
        </WhenSeen>
      </div>
    </Panel>
  );
}
