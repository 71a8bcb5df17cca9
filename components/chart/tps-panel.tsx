"use client";

import Link from "next/link";
import { lazy, Suspense, useRef, useState } from "react";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Cell, Row, Table } from "@/components/ui/table";
import { ViewLinks } from "@/components/ui/view-links";
import { hrefTo } from "@/lib/contract/pages";
import { formatDate, plural } from "@/lib/words/format";
import { barsOf } from "./bars";
import { CHART_BOX, CHART_KEYS } from "./chart-box";
import { CHARTS, HOME_QUERY, HOME_SPANS, hrefOfChart } from "./chart-params";
import { STEP_SECONDS } from "./chart-time";
import { drawnOf } from "./colours";
import { formatValue, isCounted, meanOf, missingAt, reachOf, spread } from "./series";
import type { TpsRows } from "./tps-strip";
import { WhenSeen } from "./when-seen";

const SeriesBars = lazy(() =>
  import("./drawings").then(({ DRAWINGS }) => ({ default: DRAWINGS.SeriesBars })),
);
const TpsStrip = lazy(() => import("./tps-strip").then(({ TpsStrip }) => ({ default: TpsStrip })));

interface TpsPanelProps extends TpsRows {
  /** Which blocks are counted, if not all. */
  note: string | undefined;
}

/** Average TPS per day, and of older days scrolled left. Its own page has the table. */
export function TpsPanel({ series, first, path, chart, note }: TpsPanelProps) {
  const { rows } = first;
  const { span, to } = chart;
  const isLonger = first.nextPageToken !== undefined || reachOf(rows, STEP_SECONDS.day) > Number(span);
  // The days before these are loaded, with what scrolls to them, once the reader turns to the chart.
  const [isStrip, setStrip] = useState(to !== undefined);
  const figure = useRef<HTMLElement>(null);
  const isByButton = useRef(false);
  const turnTo = () => {
    if (isLonger) setStrip(true);
  };
  const { form, stacked, title } = CHARTS.tps;
  const days = Number(span);
  const end = (rows[0]?.timestamp ?? 0) + STEP_SECONDS.day;
  const mean = isCounted([series], { from: end - days * STEP_SECONDS.day, before: end })
    ? `${formatValue(meanOf(rows, days, STEP_SECONDS.day), form)} over ${days} days, `
    : "";
  const formatStep = (timestamp: number) => formatDate(timestamp * 1000);
  const sentence = `${title} of ${series.name}: ${mean}${plural(Math.min(rows.length, days), "day")} with blocks. ${CHART_KEYS}`;
  const table = (
    <ScrollBox name="Average TPS as a table" className="max-h-62 tabular-nums">
      <Table
        caption="Average TPS per UTC day, newest first"
        columns={[{ label: "Day, UTC" }, { label: "TPS", right: true }]}
        look="plain"
      >
        {rows.slice(0, days).map(({ timestamp, values }) => (
          <Row key={timestamp} plain>
            <Cell at="row">{formatStep(timestamp)}</Cell>
            <Cell at="row" right>
              {formatValue(values[series.segment] ?? 0, form)}
            </Cell>
          </Row>
        ))}
      </Table>
    </ScrollBox>
  );
  const newest = (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <SeriesBars
          bars={barsOf(drawnOf([series]), spread(rows, { span: days, stepSeconds: STEP_SECONDS.day }), {
            form,
            stacked,
            open: to === undefined ? rows[0]?.timestamp : undefined,
            missing: (_, timestamp) => missingAt(series, timestamp, STEP_SECONDS.day),
          })}
          formatStep={formatStep}
          formatShortStep={(timestamp) => formatStep(timestamp).replace(/ \d{4}$/, "")}
        />
      </div>
      {isLonger && (
        <p className="flex h-10 items-end justify-center gap-3 text-id text-ink-3">
          <button
            type="button"
            className={button({ size: "small" })}
            onClick={() => {
              isByButton.current = true;
              turnTo();
            }}
          >
            Older
          </button>
          <span className="leading-8">Scroll left for older days</span>
        </p>
      )}
    </div>
  );
  return (
    <Panel
      title="Average TPS"
      className="flex h-full flex-col"
      aside={`${series.name}, per UTC day`}
      actions={
        <>
          {to !== undefined && (
            <Link href={hrefTo("home", {}, HOME_QUERY.write({ span }))} rel="prev" prefetch={false}>
              Newest days
            </Link>
          )}
          <ViewLinks
            label="Range"
            views={HOME_SPANS}
            current={span}
            hrefOf={(one) => hrefTo("home", {}, HOME_QUERY.write({ span: one }))}
          />
          <Link
            className={button({ size: "icon" })}
            href={hrefOfChart({ name: "tps", step: "day", span: days, chains: [series.segment], to })}
            prefetch={false}
            aria-label="Average TPS as a table, with more chains"
          >
            <Icon name="table" />
          </Link>
        </>
      }
    >
      {note !== undefined && <p className="px-5 pt-3 text-small text-ink-2 max-m:px-4">{note}</p>}
      <figure
        ref={figure}
        className={classes(CHART_BOX, "flex flex-col")}
        aria-label={sentence}
        onPointerEnter={turnTo}
      >
        <WhenSeen instead={table}>
          {isStrip ? (
            <Suspense fallback={newest}>
              <TpsStrip
                {...{ series, first, path, chart }}
                draw={(bars) => <SeriesBars {...bars} />}
                onShown={() => {
                  if (isByButton.current) figure.current?.querySelector("button")?.focus();
                }}
              />
            </Suspense>
          ) : (
            newest
          )}
        </WhenSeen>
      </figure>
      <noscript>{table}</noscript>
    </Panel>
  );
}
