"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { NativeTransaction } from "@/lib/contract/data/evm";
import type { FoundEvmTransaction } from "@/lib/contract/firn/evm-tx-search";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";
import { commonDecimals, groupDigits } from "@/lib/words/format";
import { type EvmChain, WEI_DECIMALS } from "../chain";
import { endingOf } from "../history";
import { timeOf } from "../time";
import { describeFoundTx } from "./describe-evm-tx";
import { statusOf } from "./failure-words";

/** As the API answers it. */
export interface EvmTxPage extends TokenPage {
  transactions: readonly FoundEvmTransaction[];
}

interface EvmTxListProps {
  chain: EvmChain;
  path: string;
  first: EvmTxPage;
  /** Query of the list without its position. */
  filters: QueryOf<"txs">;
  caption: string;
  newestHref?: string;
}

/** Transactions of an EVM chain, newest first, each with a sentence. */
export function EvmTxList({ chain, path, first, filters, caption, newestHref }: EvmTxListProps) {
  const ending = endingOf(chain);
  return (
    <InfiniteList<EvmTxPage, FoundEvmTransaction>
      path={path}
      first={first}
      rowsOf={({ transactions }) => transactions}
      idOf={({ txHash }) => txHash}
      caption={caption}
      nouns={["transaction", "transactions"]}
      columns={columnsOf(chain)}
      {...(ending !== undefined && { ending })}
      decimals={(rows) => [commonDecimals(rows.map(feeOf), WEI_DECIMALS)]}
      cells={(tx, [fees]) => <EvmTxCells chain={chain} tx={tx} fees={fees} />}
      hrefAfter={({ txHash }) => hrefTo("txs", { chain: chain.segment }, { ...filters, before: txHash })}
      {...(newestHref === undefined ? {} : { newestHref })}
    />
  );
}

function columnsOf({ symbol }: EvmChain): readonly ListColumn[] {
  return [
    { label: "What happened", bar: 220 },
    { label: "Hash", bar: 120 },
    { label: "Block", bar: 48, right: true },
    { label: `Fee, ${symbol}`, bar: 80, right: true, wide: true },
    { label: "Result", bar: 64, wide: true },
    { label: "Age", bar: 32, right: true },
  ];
}

/** Wei. */
function feeOf({ gasUsed, gasPrice }: NativeTransaction): bigint {
  return BigInt(gasUsed) * BigInt(gasPrice);
}

function EvmTxCells(props: { chain: EvmChain; tx: FoundEvmTransaction; fees: number | undefined }) {
  const { chain, tx, fees } = props;
  const href = hrefTo("tx", { chain: chain.segment, id: tx.txHash });
  return (
    <>
      <Cell at="a" wraps>
        <Link href={href} prefetch={false}>
          {describeFoundTx(tx, chain.symbol)}
        </Link>
      </Cell>
      <Cell at="c">
        <HashLink value={tx.txHash} href={href} label="transaction" />
      </Cell>
      <Cell right at="d">
        <Link href={hrefTo("block", { chain: chain.segment, id: tx.blockNumber })} prefetch={false}>
          <span className="m:hidden">block </span>
          {groupDigits(tx.blockNumber)}
        </Link>
      </Cell>
      <Cell right wide>
        <Amount value={feeOf(tx)} decimals={WEI_DECIMALS} column={fees} />
      </Cell>
      <Cell wide>
        <StatusPill {...statusOf(tx)} plain />
      </Cell>
      <Cell right at="b">
        <TimeAgo at={timeOf(tx)} />
      </Cell>
    </>
  );
}
