"use client";

import Link from "next/link";
import { lazy, useState } from "react";
import { formatClock, formatDuration, groupDigits } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { Cell, Row, Table } from "@/components/ui/table";
import type { AcceptancePoint } from "@/lib/contract/firn/acceptance";
import { describeLag, type LagSummary } from "./lag";
import { WhenSeen } from "./when-seen";

/** Recharts weighs as much as the rest of a page: it comes when the chart is about to be seen. */
const LagDots = lazy(() => import("./lag-dots").then((module) => ({ default: module.LagDots })));

/** Rows of the table; the CSV has all. */
const TABLE_ROWS = 25;

interface LagChartProps {
  /** Oldest first. */
  points: readonly AcceptancePoint[];
  summary: LagSummary;
}

/** Time from a block's own timestamp to this node accepting it, as dots or as a table. */
export function LagChart({ points, summary }: LagChartProps) {
  const [isTable, setIsTable] = useState(false);
  const sentence = describeLag(points, summary);
  return (
    <Panel
      title="Acceptance lag"
      aside={`newest ${groupDigits(points.length)} blocks`}
      className="lagpanel"
      note={sentence}
      actions={
        <>
          <Seg label="Shown as">
            <button type="button" aria-pressed={!isTable} onClick={() => setIsTable(false)}>
              Dots
            </button>
            <button type="button" aria-pressed={isTable} onClick={() => setIsTable(true)}>
              Table
            </button>
          </Seg>
          <a className="btn btn-sm" href="/p/acceptance/csv" download>
            <Icon name="csv" />
            CSV
          </a>
        </>
      }
    >
      {isTable ? (
        <LagTable points={points} />
      ) : (
        <>
          <div className="chartbox" role="img" aria-label={sentence}>
            <WhenSeen>
              <LagDots points={points} summary={summary} />
            </WhenSeen>
          </div>
          <noscript>
            <LagTable points={points} />
          </noscript>
        </>
      )}
    </Panel>
  );
}

function LagTable({ points }: { points: readonly AcceptancePoint[] }) {
  const columns = [{ label: "Block" }, { label: "Accepted, UTC" }, { label: "Lag", right: true }];
  return (
    <div className="chartbox is-table">
      <Table caption="Acceptance lag of the newest blocks" columns={columns}>
        {points
          .slice(-TABLE_ROWS)
          .reverse()
          .map(({ height, acceptedAtNs, lagMs }) => (
            <Row key={height}>
              <Cell className="m-a">
                <Link href={`/p/block/${height}`} prefetch={false}>
                  {groupDigits(height)}
                </Link>
              </Cell>
              <Cell className="m-c">{formatClock(Number(BigInt(acceptedAtNs) / 1_000_000n), true)}</Cell>
              <Cell className="r m-b">{formatDuration(lagMs)}</Cell>
            </Row>
          ))}
      </Table>
    </div>
  );
}
