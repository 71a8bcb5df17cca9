"use client";

import Link from "next/link";
import { askJson } from "@/components/state/ask";
import { Avax } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Tag } from "@/components/ui/tag";
import { TimeAgo } from "@/components/ui/time-ago";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import type { ListPChainTransactionsResponse } from "@/lib/contract/data/primary-network-transactions";
import { type Column, InfiniteList } from "./infinite-list";

const COLUMNS: readonly Column[] = [
  { label: "What happened", bar: 220 },
  { label: "Type", bar: 120, wide: true },
  { label: "Id", bar: 120 },
  { label: "Block", bar: 48, right: true },
  { label: "Burnt, AVAX", bar: 64, right: true, wide: true },
  { label: "Age", bar: 32, right: true },
];

/** A page with one sentence per transaction id: the server decodes the bytes, so no decoder comes to the browser. */
interface TxPage extends ListPChainTransactionsResponse {
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
  tx: PChainTransaction;
  sentence: string;
}

function rowsOf({ transactions, sentences }: TxPage): TxRow[] {
  return transactions.map((tx) => ({ tx, sentence: sentences?.[tx.txHash] ?? tx.txType }));
}

/** Without sentences a row says its type: a list is worth more than its words. */
async function addSentences(page: TxPage, signal: AbortSignal): Promise<TxPage> {
  const ids = page.transactions.map(({ txHash }) => txHash).join(",");
  const ask = askJson<Record<string, string>>(`/p/txs/sentences?ids=${ids}`, signal);
  return { ...page, sentences: await ask.catch(() => ({})) };
}

function TxCells({ tx, sentence }: TxRow) {
  const href = `/p/tx/${tx.txHash}`;
  return (
    <>
      <td className="m-a w" role="cell">
        <Link href={href} prefetch={false}>
          {sentence}
        </Link>
      </td>
      <td className="lo" role="cell">
        <Tag>{tx.txType}</Tag>
      </td>
      <td className="m-c" role="cell">
        <HashLink value={tx.txHash} href={href} noun="transaction id" />
      </td>
      <td className="r m-d" role="cell">
        <Link href={`/p/block/${tx.blockNumber}`} prefetch={false}>
          <span className="mm">block </span>
          {groupDigits(tx.blockNumber)}
        </Link>
      </td>
      <td className="r lo" role="cell">
        <Burnt tx={tx} />
      </td>
      <td className="r m-b" role="cell">
        <TimeAgo at={tx.blockTimestamp * 1000} />
      </td>
    </>
  );
}

/** Burnt nAVAX; other assets are said on the transaction's page. */
function Burnt({ tx }: { tx: PChainTransaction }) {
  const avax = tx.amountBurned.find(({ symbol }) => symbol === "AVAX");
  return avax === undefined ? <span className="dim">none</span> : <Avax value={avax.amount} unit={false} />;
}
