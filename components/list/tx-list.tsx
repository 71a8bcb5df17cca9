"use client";

import Link from "next/link";
import { askJson } from "@/components/state/ask";
import { Avax } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { TimeAgo } from "@/components/ui/time-ago";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import { InfiniteList, type ListColumn } from "./infinite-list";
import type { TokenPage } from "./use-rows";

const COLUMNS: readonly ListColumn[] = [
  { label: "What happened", bar: 220 },
  { label: "Type", bar: 120, wide: true },
  { label: "Id", bar: 120 },
  { label: "Block", bar: 48, right: true },
  { label: "Burnt, AVAX", bar: 64, right: true, wide: true },
  { label: "Age", bar: 32, right: true },
];

/** What a row needs of a transaction: a whole one, with its UTXOs, is ten times as long. */
export type TxRowFacts = Pick<
  PChainTransaction,
  "txHash" | "txType" | "blockNumber" | "blockTimestamp" | "amountBurned"
>;

/** A page with one sentence per transaction id: the server decodes the bytes, so no decoder comes to the browser. */
export interface TxPage extends TokenPage {
  transactions: readonly TxRowFacts[];
  sentences?: Record<string, string>;
}

interface TxListProps {
  path: string;
  first: TxPage;
  filters: string;
  caption: string;
  newestHref?: string;
}

/** Transactions of the P-Chain, newest first, each as what happened. */
export function TxList({ path, first, filters, caption, newestHref }: TxListProps) {
  return (
    <InfiniteList
      path={path}
      first={first}
      rowsOf={rowsOf}
      idOf={({ tx }) => tx.txHash}
      complete={addSentences}
      caption={caption}
      nouns={["transaction", "transactions"]}
      columns={COLUMNS}
      cells={(row) => <TxCells {...row} />}
      hrefAfter={({ tx }) => `/p/txs?${filters === "" ? "" : `${filters}&`}before=${tx.txHash}`}
      {...(newestHref === undefined ? {} : { newestHref })}
    />
  );
}

interface TxRow {
  tx: TxRowFacts;
  sentence: string;
}

function rowsOf({ transactions, sentences }: TxPage): TxRow[] {
  return transactions.map((tx) => ({ tx, sentence: sentences?.[tx.txHash] ?? tx.txType }));
}

/** Without sentences a row says its type: a list is worth more than its words. */
async function addSentences(page: TxPage, signal: AbortSignal): Promise<TxPage> {
  const blocks = [...new Set(page.transactions.map(({ blockNumber }) => blockNumber))];
  const ask = askJson<Record<string, string>>(`/p/txs/sentences?blocks=${blocks.join(",")}`, signal);
  return { ...page, sentences: await ask.catch(() => ({})) };
}

function TxCells({ tx, sentence }: TxRow) {
  const href = `/p/tx/${tx.txHash}`;
  return (
    <>
      <Cell className="m-a w">
        <Link href={href} prefetch={false}>
          {sentence}
        </Link>
      </Cell>
      <Cell className="lo">
        <Tag>{tx.txType}</Tag>
      </Cell>
      <Cell className="m-c">
        <HashLink value={tx.txHash} href={href} noun="transaction id" />
      </Cell>
      <Cell className="r m-d">
        <Link href={`/p/block/${tx.blockNumber}`} prefetch={false}>
          <span className="mm">block </span>
          {groupDigits(tx.blockNumber)}
        </Link>
      </Cell>
      <Cell className="r lo">
        <Burnt tx={tx} />
      </Cell>
      <Cell className="r m-b">
        <TimeAgo at={tx.blockTimestamp * 1000} />
      </Cell>
    </>
  );
}

/** Burnt nAVAX; other assets are said on the transaction's page. */
function Burnt({ tx }: { tx: TxRowFacts }) {
  const avax = tx.amountBurned.find(({ symbol }) => symbol === "AVAX");
  return avax === undefined ? <span className="dim">none</span> : <Avax value={avax.amount} unit={false} />;
}
