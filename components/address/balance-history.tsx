"use client";

import Link from "next/link";
import { CHART_KEYS } from "@/components/chart/chart-box";
import { ChartLegend } from "@/components/chart/chart-legend";
import { formatChartTime, readChartTime, STEP_SECONDS } from "@/components/chart/chart-time";
import { reachOf, spread, totalOf, type ValueForm } from "@/components/chart/series";
import { StripBars } from "@/components/chart/strip-bars";
import { useStripAddress } from "@/components/chart/use-strip-address";
import { InfiniteList } from "@/components/list/infinite-list";
import { type RowsSource, useRows } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { Panel } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import type { BalancesPage } from "@/lib/contract/firn/balances";
import { withQuery } from "@/lib/contract/pages";
import { commonDecimals, formatDate, plural } from "@/lib/words/format";
import { BALANCE_DAYS, type BalanceRow, balanceRowOf } from "./balance-row";

/** Days drawn of an address or a chain that is newer. */
const LEAST_DAYS = 14;
const DRAWN_DECIMALS = 4;

interface BalanceHistoryProps {
  /** Name of the chain, and its own coin. */
  chain: string;
  symbol: string;
  decimals: number;
  /** Who says what the balance was: Firn's outputs, or the node. */
  source: "outputs" | "node";
  hasStakes: boolean;
  path: string;
  first: BalancesPage;
  /** Address of the newest days. */
  href: string;
  /** Whether newer days were left out. */
  isStarted: boolean;
}

/** What an address had of a chain's coin at the end of each day, as bars and as a table. Both go on to older days. */
export function BalanceHistory(props: BalanceHistoryProps) {
  const { chain, symbol, decimals, hasStakes, path, first, href, isStarted } = props;
  const stepSeconds = STEP_SECONDS.day;
  const hrefBefore = (time: number) => withQuery<"address">(href, { before: formatChartTime(time, "day") });
  const source: RowsSource<BalancesPage, BalanceRow> = {
    path,
    first,
    rowsOf: ({ points }) => points.map(balanceRowOf),
    idOf: ({ timestamp }) => formatChartTime(timestamp, "day"),
    hrefAfter: ({ timestamp }) => hrefBefore(timestamp),
  };
  const list = useRows(source);
  const newest = list.rows[0]?.timestamp ?? 0;
  const { skipped, skip, hrefOfDrawn } = useStripAddress({
    start: list.start,
    hrefAfter: (count) => hrefBefore(newest - (count - 1) * stepSeconds),
    skippedIn: (search) => {
      const end = readChartTime(search.get("before") ?? "") ?? Number.POSITIVE_INFINITY;
      return Math.max(0, Math.ceil((newest + stepSeconds - end) / stepSeconds));
    },
  });
  const span = list.hasNextPage
    ? BALANCE_DAYS
    : Math.min(BALANCE_DAYS, Math.max(LEAST_DAYS, reachOf(list.rows, stepSeconds)));
  const drawn = spread(list.rows, { span, stepSeconds, skipped });
  const oldestDrawn = drawn[0];
  const newestDrawn = drawn.at(-1);
  const form: ValueForm = { decimals: DRAWN_DECIMALS, divisor: 10 ** decimals, unit: symbol };
  const title = `${symbol} on ${chain} per UTC day`;
  const formatStep = (timestamp: number) => formatDate(timestamp * 1000);
  const remark = describeDrawn(drawn);
  return (
    <>
      <Panel
        title="Balance per UTC day"
        aside={
          oldestDrawn &&
          newestDrawn &&
          `${formatStep(oldestDrawn.timestamp)} to ${formatStep(newestDrawn.timestamp)}, ${symbol}`
        }
        note={NOTES[props.source]}
        actions={
          <>
            <ChartLegend series={seriesOf(hasStakes)} />
            {isStarted && (
              <Link href={href} rel="prev" scroll={false} prefetch={false}>
                Newest days
              </Link>
            )}
          </>
        }
      >
        <StripBars
          {...{ list, form, stepSeconds, skipped, formatStep, span }}
          series={seriesOf(hasStakes)}
          stacked
          onSkip={skip}
          open={isStarted ? undefined : newest}
          missing={(_, timestamp) =>
            timestamp < (list.rows.at(-1)?.timestamp ?? 0) && !list.hasNextPage
              ? { isNone: true, text: "nothing yet" }
              : { isNone: false, text: "not known" }
          }
          steps="days"
          label={`${title}, ${plural(list.rows.length, "day")} so far. ${CHART_KEYS} The table below has the same values.`}
          formatShortStep={(timestamp) => formatStep(timestamp).replace(/ \d{4}/, "")}
        />
        {remark !== undefined && (
          <p className="px-5 pb-3 text-center text-small text-ink-2 max-m:px-4">{remark}</p>
        )}
      </Panel>
      <div className="mt-4">
        <BalanceTable
          {...{ source, title, symbol, decimals, hasStakes, formatStep }}
          hrefAbove={hrefOfDrawn}
        />
      </div>
    </>
  );
}

const NOTES = {
  outputs:
    "What the address had after the last block of each day, including what was locked or staked, but not what was exported and not imported yet. The newest day is not over yet and drawn lighter.",
  node: "What the node says the account had after the last block of each day. Where the node has not kept the state of that block, the balance is not known. The newest day is not over yet and drawn lighter.",
} as const satisfies Record<BalanceHistoryProps["source"], string>;

const FREE = { segment: "free", name: "Balance", colour: "var(--ice-fill)" };
const STAKED = { segment: "staked", name: "Staked", colour: "var(--p-fill)" };

function seriesOf(hasStakes: boolean) {
  return hasStakes ? [{ ...FREE, name: "Not staked" }, STAKED] : [FREE];
}

/** In words, where nothing is drawn. */
function describeDrawn(
  drawn: readonly { timestamp: number; values: Record<string, number> }[],
): string | undefined {
  const known = drawn.filter(({ values }) => Object.keys(values).length > 0);
  if (known.length === 0) return "The balance on these days is not known.";
  return known.every((row) => totalOf(row) === 0) ? "The balance was 0 on these days." : undefined;
}

interface BalanceTableProps {
  source: RowsSource<BalancesPage, BalanceRow>;
  title: string;
  symbol: string;
  decimals: number;
  hasStakes: boolean;
  hrefAbove: () => string | undefined;
  formatStep: (timestamp: number) => string;
}

function BalanceTable({ source, title, symbol, decimals, hasStakes, ...more }: BalanceTableProps) {
  const { hrefAbove, formatStep } = more;
  const amountsOf = ({ balance, staked }: BalanceRow) => (hasStakes ? [balance, staked] : [balance]);
  const heads = hasStakes ? ["Balance", "Of which staked"] : ["Balance"];
  return (
    <InfiniteList<BalancesPage, BalanceRow>
      {...source}
      title="As a table"
      caption={`${title}, newest first`}
      nouns={["day", "days"]}
      more="Load older days"
      columns={[
        { label: "Day, UTC", bar: 80 },
        ...heads.map((head) => ({ label: `${head}, ${symbol}`, right: true, bar: 96 })),
      ]}
      look="plain"
      decimals={(rows) =>
        heads.map((_, at) =>
          commonDecimals(
            rows.flatMap((row) => amountsOf(row)[at] ?? []),
            decimals,
          ),
        )
      }
      hrefAbove={hrefAbove}
      cells={(row, columns) => (
        <>
          <Cell at="row">{formatStep(row.timestamp)}</Cell>
          {amountsOf(row).map((amount, at) => (
            <Cell key={heads[at]} at="row" right>
              {amount === undefined ? (
                <span className="text-ink-3">not known</span>
              ) : (
                <Amount value={amount} decimals={decimals} column={columns[at]} />
              )}
            </Cell>
          ))}
        </>
      )}
    />
  );
}
