"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { TxAge } from "@/components/tx/graph-time";
import { Amount } from "@/components/ui/amount";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import { withQuery } from "@/lib/contract/pages";
import { commonDecimals } from "@/lib/words/format";
import type { AddressTx, AddressTxPage } from "./merged";

interface AddressTxsProps {
  path: string;
  first: AddressTxPage;
  /** Path and query of the list, to which `before` is added. */
  href: string;
  startHref: string | undefined;
  /** Symbol of the token whose changes are shown. */
  symbol: string;
}

/** Transactions of an address on one or all chains, newest first. Those of L1s name their chain and its coin. */
export function AddressTxs({ path, first, href, startHref, symbol }: AddressTxsProps) {
  return (
    <InfiniteList<AddressTxPage, AddressTxPage["rows"][number]>
      path={path}
      first={first}
      rowsOf={({ rows }) => rows}
      idOf={({ list, id }) => `${list}-${id}`}
      caption="Transactions of this address, newest first"
      nouns={["transaction", "transactions"]}
      columns={columnsOf(symbol)}
      decimals={(rows) => [Math.max(0, ...rows.map(({ l1, change }) => (l1 ? 0 : decimalsOf(change))))]}
      cells={(row, [column]) => <TxCells {...row} column={column} />}
      hrefAfter={({ position }) => withQuery<"address">(href, { before: position })}
      startHref={startHref}
    />
  );
}

/** Decimals of a change, at most those of a row. */
function decimalsOf(change: AddressTx["change"]): number {
  return typeof change === "object" ? commonDecimals([change.amount], change.decimals) : 0;
}

function TxCells(row: AddressTx & { column: number | undefined }) {
  const { tag, l1, id, href, sentence, failed, change, tokens, time, isInVertex, column } = row;
  return (
    <>
      <Cell at="tag">
        <ChainTag chain={tag} />
      </Cell>
      <Cell at="a" wraps>
        <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <Link href={href} prefetch={false}>
            {sentence}
          </Link>
          {failed !== undefined && <StatusPill {...failed} plain />}
          {l1 !== undefined && <span className="text-small text-ink-3">{l1.name}</span>}
        </span>
      </Cell>
      <Cell at="c">
        <HashLink value={id} label="transaction id" href={href} />
      </Cell>
      <Cell right at="b">
        {typeof change === "object" ? (
          <Change {...change} column={column} symbol={l1?.symbol} />
        ) : (
          <span className="text-ink-3">{change ?? "0"}</span>
        )}
        {tokens?.map((text) => (
          <span key={text} className="block text-small whitespace-normal text-ink-2">
            {text}
          </span>
        ))}
      </Cell>
      <Cell right at="d">
        <TxAge time={time} isInVertex={isInVertex} />
      </Cell>
    </>
  );
}

function Change(props: {
  amount: string;
  decimals: number;
  column: number | undefined;
  /** Of another token than the list's. */
  symbol: string | undefined;
}) {
  const { amount, decimals, column, symbol } = props;
  const gained = BigInt(amount) > 0n;
  return (
    <span className={gained ? "text-ok [&_span_span]:text-inherit [&_span_span]:opacity-85" : undefined}>
      {gained && "+"}
      <Amount value={amount} decimals={decimals} column={symbol === undefined ? column : undefined} />
      {symbol !== undefined && ` ${symbol}`}
    </span>
  );
}

function columnsOf(symbol: string): readonly ListColumn[] {
  return [
    { label: "Chain", bar: 20 },
    { label: "What happened", bar: 220 },
    { label: "Id", bar: 120 },
    { label: symbol, bar: 64, right: true },
    { label: "Age", bar: 32, right: true },
  ];
}
