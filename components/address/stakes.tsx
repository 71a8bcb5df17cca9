"use client";

import Link from "next/link";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount, Avax } from "@/components/ui/amount";
import { useNow } from "@/components/ui/clock";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatDate, formatLeft } from "@/lib/words/format";
import { type StakeRow, stakeRowOf } from "./stake-row";

const COLUMNS: readonly ListColumn[] = [
  { label: "Stake", bar: 180 },
  { label: "Node", bar: 140 },
  { label: "Period", bar: 160 },
  { label: "Reward if earned, AVAX", bar: 64, right: true, wide: true },
  { label: "State", bar: 64, right: true },
];

/** A page of rows, or one from the API. */
export type StakePage = TokenPage & { rows: readonly StakeRow[] };
type AnyPage = StakePage | (TokenPage & { transactions: readonly PChainTransaction[] });

interface StakesProps {
  title: string;
  path: string;
  first: StakePage;
  /** Name of the list in the page's query. */
  name: "current" | "before";
  /** Address of the tab. */
  href: string;
  startHref: string | undefined;
  /** Address of the list as CSV. */
  csvHref: string;
}

export function Stakes({ title, path, first, name, href, startHref, csvHref }: StakesProps) {
  return (
    <InfiniteList<AnyPage, StakeRow>
      path={path}
      first={first}
      title={title}
      rowsOf={(page) => ("rows" in page ? page.rows : page.transactions.map(stakeRowOf))}
      // A current stake is in both lists.
      idOf={({ txHash }) => `${name}-${txHash}`}
      caption={title}
      nouns={["stake", "stakes"]}
      columns={COLUMNS}
      cells={(row) => <StakeCells row={row} />}
      hrefAfter={({ txHash }) => withQuery<"address">(href, { [name]: txHash })}
      startHref={startHref}
      actions={<CsvLink href={csvHref} small />}
    />
  );
}

function StakeCells({ row }: { row: StakeRow }) {
  const now = useNow() / 1000;
  const { txHash, role, nodeId, start, end, reward } = row;
  return (
    <>
      <Cell at="a">
        <Link href={hrefTo("tx", { chain: "p", id: txHash })} prefetch={false}>
          {role} of <Amount value={row.stake} decimals={row.decimals} unit={row.symbol || "units"} />
        </Link>
      </Cell>
      <Cell at="c">
        <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} label="node id" />
      </Cell>
      <Cell at="e">
        {start === undefined ? "an unknown start" : formatDate(start * 1000)} to{" "}
        {end === undefined ? "an unknown end" : formatDate(end * 1000)}
        {row.renews && <span className="text-ink-3"> this cycle</span>}
      </Cell>
      <Cell right wide>
        {reward === undefined ? (
          <span className="text-ink-3">none</span>
        ) : (
          <Avax value={reward} unit={false} />
        )}
      </Cell>
      <Cell right at="b">
        {stateOf(start, end, now)}
      </Cell>
    </>
  );
}

function stateOf(start: number | undefined, end: number | undefined, now: number): string {
  if (start !== undefined && start > now) return `starts in ${formatLeft((start - now) * 1000)}`;
  if (end === undefined) return "not known";
  return end > now ? `${formatLeft((end - now) * 1000)} left` : "ended";
}
