"use client";

import { useEffect } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Bars } from "./bars";
import { CHART_TIP } from "./chart-box";
import type { SeriesRow } from "./series";
import { roundTicks } from "./ticks";

export interface SeriesBarsProps {
  bars: Bars;
  formatStep: (timestamp: number) => string;
  formatShortStep: (timestamp: number) => string;
  /** Hears of the row whose values are shown. */
  onActive?: ((row: SeriesRow | undefined) => void) | undefined;
}

const TOP_MARGIN = 8;
const AXIS_TEXT = { fontSize: 11.5, fill: "var(--ink-3)" };
/** Of a bar that may grow. */
const OPEN_OPACITY = 0.45;

/** Bars over time, one colour per chain. Loaded when it comes into view. */
export function SeriesBars({ bars, formatStep, formatShortStep, onActive }: SeriesBarsProps) {
  const { series, rows, stacked, outlier, open, divisor, format } = bars;
  const highest = rows.map((row) => (stacked ? sumOf(row) : Math.max(0, ...Object.values(row.values))));
  const ticks = roundTicks({ least: 0, most: Math.max(...highest) / divisor }).map((tick) => tick * divisor);
  const top = series.at(-1)?.segment;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...rows]}
        margin={{ top: TOP_MARGIN, right: 8, bottom: 0, left: 0 }}
        barCategoryGap="12%"
        barGap={0}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="timestamp"
          tickFormatter={formatShortStep}
          tick={AXIS_TEXT}
          tickLine={false}
          axisLine={{ stroke: "var(--line-2)" }}
          minTickGap={48}
        />
        <YAxis
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 1]}
          tickFormatter={(value: number) => formatAxis(value / divisor)}
          tick={AXIS_TEXT}
          tickLine={false}
          axisLine={false}
          width={56}
        />
        <Tooltip
          cursor={{ fill: "var(--hover)" }}
          isAnimationActive={false}
          filterNull={false}
          content={({ payload }) => <Tip row={payload?.[0]?.payload} {...{ bars, formatStep, onActive }} />}
        />
        {series.map((one) => (
          <Bar
            key={one.segment}
            dataKey={({ values }: SeriesRow) => values[one.segment]}
            {...(stacked && { stackId: "all" })}
            isAnimationActive={false}
            shape={({ x, y, width, height, payload }: BarBox) => (
              <>
                <rect
                  {...{ x, y, width, height }}
                  fill={one.colour}
                  fillOpacity={payload !== undefined && payload.timestamp === open ? OPEN_OPACITY : 1}
                />
                {one.segment === top && payload !== undefined && payload === outlier && (
                  <BarLabel x={(x ?? 0) + (width ?? 0) / 2} isLeft={rows.indexOf(payload) > rows.length / 2}>
                    {`${formatShortStep(payload.timestamp)}: ${format(sumOf(payload))}`}
                  </BarLabel>
                )}
              </>
            )}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** What Recharts passes to a bar's shape. */
interface BarBox {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  payload?: SeriesRow;
}

interface TipProps extends Pick<SeriesBarsProps, "bars" | "formatStep" | "onActive"> {
  row: SeriesRow | undefined;
}

function Tip({ row, bars: { series, format, missing }, formatStep, onActive }: TipProps) {
  useEffect(() => onActive?.(row), [row, onActive]);
  if (row === undefined) return null;
  const { timestamp, values } = row;
  const isKnown = series.every(
    ({ segment }) => values[segment] !== undefined || missing(segment, timestamp).isNone,
  );
  return (
    <div className={CHART_TIP} role="status">
      {formatStep(timestamp)}
      {series.map(({ segment, name }) => {
        const value = values[segment];
        return (
          <div key={segment}>
            {value === undefined ? (
              `${name}: ${missing(segment, timestamp).text}`
            ) : (
              <>
                <b className="font-strong text-ink">{format(value)}</b> {name}
              </>
            )}
          </div>
        );
      })}
      {series.length > 1 && isKnown && <div>{format(sumOf(row))} in total</div>}
    </div>
  );
}

/** Label beside the top of the outlier's bar. */
function BarLabel({ x, isLeft, children }: { x: number; isLeft: boolean; children: string }) {
  return (
    <text x={isLeft ? x - 8 : x + 8} y={TOP_MARGIN + 4} {...AXIS_TEXT} textAnchor={isLeft ? "end" : "start"}>
      {children}
    </text>
  );
}

/** `1.2M`: an axis has little room. */
function formatAxis(value: number): string {
  return value.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });
}

function sumOf({ values }: SeriesRow): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}
