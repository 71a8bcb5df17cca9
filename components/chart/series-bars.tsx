"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Bars } from "./bars";
import { CHART_TIP } from "./chart-box";
import type { SeriesRow } from "./series";
import { roundTicks } from "./ticks";

interface SeriesBarsProps {
  bars: Bars;
  sayTime: (timestamp: number) => string;
  sayShort: (timestamp: number) => string;
}

const TOP_MARGIN = 8;
const AXIS_TEXT = { fontSize: 11.5, fill: "var(--ink-3)" };
/** The newest step is not over: its bar may still grow. */
const OPEN_OPACITY = 0.45;

/** Bars over time, one colour for each chain. Loaded when it comes into sight. */
export function SeriesBars({ bars, sayTime, sayShort }: SeriesBarsProps) {
  const { series, rows, stacked, outlier, divisor, sayValue } = bars;
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
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="timestamp"
          tickFormatter={sayShort}
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
          content={({ payload }) => <Tip row={payload?.[0]?.payload} bars={bars} sayTime={sayTime} />}
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
                    {`${sayShort(payload.timestamp)}: ${sayValue(sumOf(payload))}`}
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

/** What Recharts hands to a bar's shape. */
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
  sayTime: (timestamp: number) => string;
}

function Tip({ row, bars: { series, sayValue }, sayTime }: TipProps) {
  if (row === undefined) return null;
  return (
    <div className={CHART_TIP}>
      {sayTime(row.timestamp)}
      {series.map(({ segment, name }) => {
        const value = row.values[segment];
        return (
          value !== undefined && (
            <div key={segment}>
              <b className="font-strong text-ink">{sayValue(value)}</b> {name}
            </div>
          )
        );
      })}
      {series.length > 1 && <div>{sayValue(sumOf(row))} together</div>}
    </div>
  );
}

/** What a bar that stands out says of itself, beside its upper end. */
function BarLabel({ x, isLeft, children }: { x: number; isLeft: boolean; children: string }) {
  return (
    <text x={isLeft ? x - 8 : x + 8} y={TOP_MARGIN + 4} {...AXIS_TEXT} textAnchor={isLeft ? "end" : "start"}>
      {children}
    </text>
  );
}

/** `1.2M`: room on an axis is short. */
function formatAxis(value: number): string {
  return value.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });
}

function sumOf({ values }: SeriesRow): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}
