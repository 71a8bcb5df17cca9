"use client";

import Link from "next/link";
import { lazy, useState } from "react";
import { button } from "@/components/ui/button";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Cell, Row, Table } from "@/components/ui/table";
import type { AcceptancePoint } from "@/lib/contract/firn/acceptance";
import { hrefTo } from "@/lib/contract/pages";
import { formatDuration, formatTime, groupDigits, plural } from "@/lib/words/format";
import { CHART_BOX, CHART_KEYS } from "./chart-box";
import { describeLag, formatLeftOut, LAG_NOTE, type LagSummary } from "./lag";
import { WhenSeen } from "./when-seen";

const LagDots = lazy(() => import("./drawings").then(({ DRAWINGS }) => ({ default: DRAWINGS.LagDots })));

/** Rows of the table. The CSV file has all. */
const TABLE_ROWS = 25;

interface LagChartProps {
  chain: Chain;
  /** Oldest first. */
  points: readonly AcceptancePoint[];
  /** Number of newest blocks left out because they were not accepted live. */
  notAcceptedLive: number;
  summary: LagSummary;
  /** Shows an explanation below the chart. */
  explained?: boolean;
}

/** Time between a block's timestamp and its acceptance by this node, as dots or as a table. */
export function LagChart({ chain, points, notAcceptedLive, summary, explained = false }: LagChartProps) {
  const [isTable, setIsTable] = useState(false);
  const { name } = CHAINS[chain];
  return (
    <Panel
      title="Acceptance lag"
      aside={`${plural(points.length, `${name} block`)}${formatLeftOut(notAcceptedLive)}`}
      className="flex h-full flex-col in-data-[cores]:col-span-full"
      {...(explained && {
        note: LAG_NOTE,
      })}
      actions={
        <>
          <button
            type="button"
            className={button({ size: "icon" })}
            aria-pressed={isTable}
            aria-label="Acceptance lag as a table"
            onClick={() => setIsTable(!isTable)}
          >
            <Icon name={isTable ? "chart" : "table"} />
          </button>
          <a
            className={button({ size: "icon" })}
            href={hrefTo("acceptanceCsv", { chain })}
            download
            aria-label="Acceptance lag as CSV"
          >
            <Icon name="csv" />
          </a>
        </>
      }
    >
      {isTable ? (
        <LagTable chain={chain} points={points} />
      ) : (
        <>
          <figure className={CHART_BOX} aria-label={`${describeLag(points, summary, name)} ${CHART_KEYS}`}>
            <WhenSeen instead={<LagTable chain={chain} points={points} />}>
              <LagDots points={points} summary={summary} />
            </WhenSeen>
          </figure>
          <noscript>
            <LagTable chain={chain} points={points} />
          </noscript>
        </>
      )}
    </Panel>
  );
}

function LagTable({ chain, points }: Pick<LagChartProps, "chain" | "points">) {
  const columns = [{ label: "Block" }, { label: "Accepted" }, { label: "Lag", right: true }];
  return (
    <ScrollBox name="Acceptance lag of the newest blocks" className="h-62 min-h-62 flex-1 tabular-nums">
      <Table caption="Acceptance lag of the newest blocks" columns={columns}>
        {points
          .slice(-TABLE_ROWS)
          .reverse()
          .map(({ height, acceptedAtNs, lagMs }) => (
            <Row key={height}>
              <Cell at="a">
                <Link href={hrefTo("block", { chain, id: height })} prefetch={false}>
                  {groupDigits(height)}
                </Link>
              </Cell>
              <Cell at="c">{formatTime(Number(BigInt(acceptedAtNs) / 1_000_000n), true)}</Cell>
              <Cell right at="b">
                {formatDuration(lagMs)}
              </Cell>
            </Row>
          ))}
      </Table>
    </ScrollBox>
  );
}
