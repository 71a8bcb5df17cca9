"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Bars } from "./bars";
import { CHART_TIP } from "./chart-box";
import type { SeriesRow } from "./series";
import { roundTicks } from "./ticks";

interface SeriesBarsProps {
  bars: Bars;
  formatStep: (timestamp: number) => string;
  formatShortStep: (timestamp: number) => string;
}

const TOP_MARGIN = 8;
const AXIS_TEXT = { fontSize: 11.5, fill: "var(--ink-3)" };
/** The newest step is not over, so its bar may grow. */
const OPEN_OPACITY = 0.45;

/** Bars over time, one colour per chain. Loaded when it comes into view. */
export function SeriesBars({ bars, formatStep, formatShortStep }: SeriesBarsProps) {
  const { series, rows, stacked, outlier, divisor, format } = bars;
  const newest = rows.at(-1)?.timestamp;
  const highest = rows.map((row) => (stacked ? sumOf(row) : Math.max(0, ...Object.values(row.values))));
  const ticks = roundTicks({ least: 0, most: Math.max(...highest) });
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
          content={({ payload }) => <Tip row={payload?.[0]?.payload} bars={bars} formatStep={formatStep} />}
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
                  fillOpacity={payload?.timestamp === newest ? OPEN_OPACITY : 1}
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

interface TipProps {
  row: SeriesRow | undefined;
  bars: Bars;
  formatStep: (timestamp: number) => string;
}

function Tip({ row, bars: { series, format }, formatStep }: TipProps) {
  if (row === undefined) return null;
  return (
    <div className={CHART_TIP} role="status">
      {formatStep(row.timestamp)}
      {series.map(({ segment, name }) => {
        const value = row.values[segment];
        return (
          value !== undefined && (
            <div key={segment}>
              <b className="font-strong text-ink">{format(value)}</b> {name}
            </div>
          )
        );
      })}
      {series.length > 1 && <div>{format(sumOf(row))} in total</div>}
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
