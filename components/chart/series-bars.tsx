"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { colourOf } from "./colours";
import { formatValue, type Series, type SeriesRow, totalOf } from "./series";

interface SeriesBarsProps {
  series: readonly Series[];
  /** Oldest first, one for each step. */
  rows: readonly SeriesRow[];
  decimals: number;
  stacked: boolean;
  sayTime: (timestamp: number) => string;
  sayShort: (timestamp: number) => string;
}

const AXIS_TEXT = { fontSize: 11.5, fill: "var(--ink-3)" };
/** The newest step is not over: its bar may still grow. */
const OPEN_OPACITY = 0.45;

/** Bars over time, one colour for each chain. Loaded when it comes into sight. */
export function SeriesBars({ series, rows, decimals, stacked, sayTime, sayShort }: SeriesBarsProps) {
  const newest = rows.at(-1)?.timestamp;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...rows]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
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
          tickFormatter={(value: number) => formatAxis(value)}
          tick={AXIS_TEXT}
          tickLine={false}
          axisLine={false}
          width={56}
        />
        <Tooltip
          cursor={{ fill: "var(--hover)" }}
          isAnimationActive={false}
          content={({ payload }) => (
            <Tip row={payload?.[0]?.payload} series={series} decimals={decimals} sayTime={sayTime} />
          )}
        />
        {series.map((one) => (
          <Bar
            key={one.segment}
            dataKey={({ values }: SeriesRow) => values[one.segment]}
            {...(stacked && { stackId: "all" })}
            isAnimationActive={false}
            shape={({ x, y, width, height, payload }: BarBox) => (
              <rect
                {...{ x, y, width, height }}
                fill={colourOf(series, one)}
                fillOpacity={payload?.timestamp === newest ? OPEN_OPACITY : 1}
              />
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
  series: readonly Series[];
  decimals: number;
  sayTime: (timestamp: number) => string;
}

function Tip({ row, series, decimals, sayTime }: TipProps) {
  if (row === undefined) return null;
  return (
    <div className="tip">
      {sayTime(row.timestamp)}
      {series.map(({ segment, name }) => (
        <div key={segment}>
          <b className="strong">{formatValue(row.values[segment] ?? 0, decimals)}</b> {name}
        </div>
      ))}
      {series.length > 1 && <div>{formatValue(totalOf(row), decimals)} together</div>}
    </div>
  );
}

/** `1.2M`: room on an axis is short. */
function formatAxis(value: number): string {
  return value.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });
}
