"use client";

import { useEffect } from "react";
import {
  CartesianGrid,
  ReferenceArea,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { AcceptancePoint } from "@/lib/contract/firn/acceptance";
import { formatClock, formatDate, formatDuration, formatTime, groupDigits } from "@/lib/words/format";
import { CHART_TIP } from "./chart-box";
import type { LagSummary } from "./lag";
import { timeTicks } from "./ticks";

interface Dot {
  at: number;
  lagMs: number;
  height: number;
}

const AXIS_TEXT = { fontSize: 11.5, fill: "var(--ink-3)" };

/** One dot per block by acceptance time. The band holds nine of ten. Loaded when it comes into view. */
export function LagDots({
  points,
  summary,
  onActive,
}: {
  points: readonly AcceptancePoint[];
  summary: LagSummary;
  /** Hears of the height of the block whose values are shown. */
  onActive?: (height: number | undefined) => void;
}) {
  const dots: Dot[] = points.map(({ height, acceptedAtNs, lagMs }) => ({
    at: Number(BigInt(acceptedAtNs) / 1_000_000n),
    lagMs,
    height,
  }));
  const times = dots.map(({ at }) => at);
  const from = Math.min(...times);
  const to = Math.max(...times);
  const ticks = timeTicks(summary);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ScatterChart margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={[from, to]}
          ticks={from === to ? [from] : [from, (from + to) / 2, to]}
          tickFormatter={(at: number) => formatTick(at, from, to)}
          tick={AXIS_TEXT}
          tickLine={false}
          axisLine={{ stroke: "var(--line-2)" }}
        />
        <YAxis
          dataKey="lagMs"
          type="number"
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
          ticks={ticks}
          tickFormatter={(lagMs: number) => formatDuration(lagMs)}
          tick={AXIS_TEXT}
          tickLine={false}
          axisLine={false}
          width={64}
        />
        <ReferenceArea
          y1={summary.low}
          y2={summary.high}
          fill="var(--ice-tint)"
          fillOpacity={0.8}
          ifOverflow="hidden"
        />
        <Tooltip
          cursor={false}
          isAnimationActive={false}
          content={({ payload }) => <DotTip dot={payload?.[0]?.payload} onActive={onActive} />}
        />
        <Scatter data={dots} shape={DotMark} isAnimationActive={false} />
      </ScatterChart>
    </ResponsiveContainer>
  );
}

/** The clock; the day too where the axis spans several. */
function formatTick(at: number, from: number, to: number): string {
  const clock = formatClock(at).slice(0, 5);
  return formatDate(from) === formatDate(to) ? clock : `${formatDate(at).replace(/ \d{4}$/, "")}, ${clock}`;
}

function DotMark({ cx, cy }: { cx?: number | undefined; cy?: number | undefined }) {
  return <circle cx={cx} cy={cy} r={2} fill="var(--ice)" fillOpacity={0.75} />;
}

function DotTip({
  dot,
  onActive,
}: {
  dot: Dot | undefined;
  onActive: ((height: number | undefined) => void) | undefined;
}) {
  const height = dot?.height;
  useEffect(() => onActive?.(height), [height, onActive]);
  if (dot === undefined) return null;
  return (
    <div className={CHART_TIP} role="status">
      Block {groupDigits(dot.height)}
      <br />
      <b className="font-strong text-ink">{formatDuration(dot.lagMs)}</b> at {formatTime(dot.at)}
    </div>
  );
}
