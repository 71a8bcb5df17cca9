"use client";

import Link from "next/link";
import { askJson } from "@/components/state/ask";
import { Avax } from "@/components/ui/amount";
import type { Chain } from "@/components/ui/chains";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { TimeAgo } from "@/components/ui/time-ago";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { InfiniteList, type ListColumn } from "../infinite-list";
import type { TokenPage } from "../use-rows";
import { type ListedTx, placeName, rowFactsOf, type TxRowFacts } from "./tx-facts";

const COLUMNS: readonly ListColumn[] = [
  { label: "What happened", bar: 220 },
  { label: "Type", bar: 120, wide: true },
  { label: "Id", bar: 120 },
  { label: "Block", bar: 48, right: true },
  { label: "Burnt, AVAX", bar: 64, right: true, wide: true },
  { label: "Age", bar: 32, right: true },
];

/** A page with one sentence per transaction id: the server decodes the bytes, so no decoder comes to the browser. */
export interface TxPage extends TokenPage {
  rows: readonly TxRowFacts[];
  sentences?: Record<string, string>;
}

/** A page as the API gives it, or as the server has cut it down. */
type AnyPage =
  | TxPage
  | (TokenPage & { transactions: readonly ListedTx[]; sentences?: Record<string, string> });

interface TxListProps {
  chain: Chain;
  path: string;
  first: TxPage;
  filters: string;
  caption: string;
  newestHref?: string;
}

/** Transactions of a chain, newest first, each as what happened; of the C-Chain its atomic ones. */
export function TxList({ chain, path, first, filters, caption, newestHref }: TxListProps) {
  return (
    <InfiniteList<AnyPage, TxRow>
      path={path}
      first={first}
      rowsOf={rowsOf}
      idOf={({ tx }) => tx.txHash}
      complete={(page, signal) => addSentences(chain, page, signal)}
      caption={caption}
      nouns={["transaction", "transactions"]}
      columns={COLUMNS}
      cells={(row) => <TxCells chain={chain} {...row} />}
      hrefAfter={({ tx }) => withQuery(withQuery(hrefTo("txs", { chain }), filters), `before=${tx.txHash}`)}
      {...(newestHref === undefined ? {} : { newestHref })}
    />
  );
}

interface TxRow {
  tx: TxRowFacts;
  sentence: string;
}

function rowsOf(page: AnyPage): TxRow[] {
  const rows = "rows" in page ? page.rows : page.transactions.map(rowFactsOf);
  return rows.map((tx) => ({ tx, sentence: page.sentences?.[tx.txHash] ?? tx.txType }));
}

/** Without sentences a row says its type: a list is worth more than its words. */
async function addSentences(chain: Chain, page: AnyPage, signal: AbortSignal): Promise<AnyPage> {
  const places = [...new Set(rowsOf(page).map(({ tx }) => placeName(tx)))];
  const path = hrefTo("txSentences", { chain }, { blocks: places.join(",") });
  return { ...page, sentences: await askJson<Record<string, string>>(path, signal).catch(() => ({})) };
}

function TxCells({ chain, tx, sentence }: TxRow & { chain: Chain }) {
  const href = hrefTo("tx", { chain, id: tx.txHash });
  return (
    <>
      <Cell at="a" wraps>
        <Link href={href} prefetch={false}>
          {sentence}
        </Link>
      </Cell>
      <Cell wide>
        <Tag>{tx.txType}</Tag>
      </Cell>
      <Cell at="c">
        <HashLink value={tx.txHash} href={href} noun="transaction id" />
      </Cell>
      <Cell right at="d">
        <Link href={hrefTo("block", { chain, id: placeName(tx) })} prefetch={false}>
          <span className="m:hidden">{"block" in tx.place ? "block " : "vertex "}</span>
          {groupDigits("block" in tx.place ? tx.place.block : tx.place.height)}
        </Link>
      </Cell>
      <Cell right wide>
        {tx.burnt === undefined ? (
          <span className="text-ink-3">none</span>
        ) : (
          <Avax value={tx.burnt} unit={false} />
        )}
      </Cell>
      <Cell right at="b">
        {"vertex" in tx.place && (
          <span title="At least: it holds no time, this node accepted it then">≥ </span>
        )}
        <TimeAgo at={tx.time * 1000} />
      </Cell>
    </>
  );
}
