"use client";

import Link from "next/link";
import { lazy, useCallback, useRef } from "react";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList } from "@/components/list/infinite-list";
import { type RowsSource, useRows } from "@/components/list/use-rows";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { Panel } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import type { AcceptancePage, AcceptancePoint } from "@/lib/contract/firn/acceptance";
import { hrefTo } from "@/lib/contract/pages";
import { formatDuration, formatTime, groupDigits, plural } from "@/lib/words/format";
import { CHART_KEYS, TALL_CHART_BOX } from "./chart-box";
import { ChartStrip } from "./chart-strip";
import { describeLag, formatLeftOut, LAG_NOTE, queryOfLag, summarizeLag } from "./lag";
import { LagStats } from "./lag-stats";
import { useStripAddress } from "./use-strip-address";
import { WhenSeen } from "./when-seen";

const LagDots = lazy(() => import("./drawings").then(({ DRAWINGS }) => ({ default: DRAWINGS.LagDots })));

interface LagHistoryProps {
  chain: Chain;
  path: string;
  first: AcceptancePage;
  /** Blocks drawn at once. */
  span: number;
  /** Height below which the chart starts; absent for the newest blocks. */
  before: number | undefined;
}

/** Acceptance lags of a chain's blocks as dots and as a table. Both go on to older blocks. */
export function LagHistory({ chain, path, first, span, before }: LagHistoryProps) {
  const { name } = CHAINS[chain];
  const hrefBelow = (height: number | undefined) =>
    hrefTo("lag", {}, queryOfLag({ chain, ...(height !== undefined && { before: height }) }));
  const source: RowsSource<AcceptancePage, AcceptancePoint> = {
    path,
    first,
    rowsOf: ({ points }) => points.toReversed(),
    idOf: ({ height }) => String(height),
    hrefAfter: ({ height }) => hrefBelow(height),
  };
  const list = useRows(source);
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage, error } = list;
  const { skipped, skip, hrefOfDrawn } = useStripAddress({
    start: list.start,
    hrefAfter: (count) => hrefBelow(rows[count - 1]?.height),
    skippedIn: (search) => {
      const below = Number(search.get("before") ?? Number.POSITIVE_INFINITY);
      return rows.filter(({ height }) => height >= below).length;
    },
  });
  const drawn = rows.slice(skipped, skipped + span).reverse();
  const summary = summarizeLag(drawn);
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage && error === null) void fetchNextPage();
  }, [isFetchingNextPage, error, fetchNextPage]);
  const active = useRef<number>(undefined);
  const onActive = useCallback((height: number | undefined) => {
    active.current = height;
  }, []);
  const oldest = drawn[0];
  const newest = drawn.at(-1);
  const leftOut = list.data.pages.reduce((sum, { notAcceptedLive }) => sum + notAcceptedLive, 0);
  const last = rows.at(-1);
  return (
    <>
      {summary && <LagStats summary={summary} />}
      <Panel
        title="Acceptance lag"
        aside={
          oldest &&
          newest &&
          `${name} blocks ${groupDigits(oldest.height)} to ${groupDigits(newest.height)}${formatLeftOut(leftOut)}`
        }
        note={LAG_NOTE}
        actions={
          <>
            {before !== undefined && (
              <Link href={hrefBelow(undefined)} rel="prev" prefetch={false}>
                Newest blocks
              </Link>
            )}
            <CsvLink href={hrefTo("acceptanceCsv", { chain })} small />
          </>
        }
      >
        <figure
          className={TALL_CHART_BOX}
          aria-label={summary && `${describeLag(drawn, summary, name)} ${CHART_KEYS}`}
        >
          <ChartStrip
            count={rows.length}
            {...{ span, skipped }}
            onSkip={skip}
            loadMore={hasNextPage ? loadMore : undefined}
            endShown={() => {
              if (active.current === undefined) return undefined;
              if (active.current === oldest?.height) return "oldest";
              return active.current === newest?.height ? "newest" : undefined;
            }}
            status={
              error !== null
                ? `Older blocks could not be loaded: ${error.message}.`
                : isFetchingNextPage
                  ? "Loading older blocks…"
                  : hasNextPage
                    ? "Scroll left for older blocks"
                    : last && `Begins with block ${groupDigits(last.height)}`
            }
          >
            <WhenSeen
              instead={
                <p className="p-5 text-ink-2">
                  The drawing could not be loaded. The table has the same values.
                </p>
              }
            >
              {summary && <LagDots points={drawn} {...{ summary, onActive }} />}
            </WhenSeen>
          </ChartStrip>
        </figure>
      </Panel>
      <div>
        <InfiniteList<AcceptancePage, AcceptancePoint>
          {...source}
          title="As a table"
          caption="Acceptance lag, newest block first"
          nouns={["block", "blocks"]}
          more={`Load ${plural(span, "older block")}`}
          columns={[
            { label: "Block", bar: 64 },
            { label: "Accepted", bar: 140 },
            { label: "Lag", right: true, bar: 48 },
          ]}
          hrefAbove={hrefOfDrawn}
          cells={({ height, acceptedAtNs, lagMs }) => (
            <>
              <Cell at="a">
                <Link href={hrefTo("block", { chain, id: height })} prefetch={false}>
                  {groupDigits(height)}
                </Link>
              </Cell>
              <Cell at="c">{formatTime(Number(BigInt(acceptedAtNs) / 1_000_000n), true)}</Cell>
              <Cell right at="b">
                {formatDuration(lagMs)}
              </Cell>
            </>
          )}
        />
      </div>
    </>
  );
}
