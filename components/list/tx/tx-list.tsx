"use client";

import Link from "next/link";
import { askJson } from "@/components/state/ask";
import { TxAge } from "@/components/tx/graph-time";
import { Avax } from "@/components/ui/amount";
import type { Chain } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";
import { commonDecimals, groupDigits } from "@/lib/words/format";
import { InfiniteList, type ListColumn } from "../infinite-list";
import type { TokenPage } from "../use-rows";
import { containerName, type ListedTx, rowFactsOf, type TxRowFacts } from "./tx-facts";

const COLUMNS: readonly ListColumn[] = [
  { label: "What happened", bar: 220 },
  { label: "Type", bar: 120, wide: true },
  { label: "Id", bar: 120 },
  { label: "Block", bar: 48, right: true },
  { label: "Burned, AVAX", bar: 64, right: true, wide: true },
  { label: "Age", bar: 32, right: true },
];

/** A page with one sentence per transaction id. The server decodes the bytes, so browsers load no decoder. */
export interface TxPage extends TokenPage {
  rows: readonly TxRowFacts[];
  sentences?: Record<string, string>;
}

/** A page from the API, or one that the server cut down to its rows. */
type AnyPage =
  | TxPage
  | (TokenPage & { transactions: readonly ListedTx[]; sentences?: Record<string, string> });

interface TxListProps {
  chain: Chain;
  path: string;
  first: TxPage;
  /** The list's query without its position. */
  filters?: QueryOf<"txs">;
  /** The asset whose transactions these are: the list is on its page. */
  assetId?: string;
  caption: string;
  newestHref?: string;
}

/** Transactions of a chain, newest first, each in one sentence. Of the C-Chain these are the atomic ones. */
export function TxList({ chain, path, first, filters, assetId, caption, newestHref }: TxListProps) {
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
      decimals={(rows) => [
        commonDecimals(
          rows.flatMap(({ tx }) => tx.burned ?? []),
          9,
        ),
      ]}
      cells={(row, [burned]) => <TxCells chain={chain} {...row} burned={burned} />}
      hrefAfter={({ tx: { txHash: before } }) =>
        assetId === undefined
          ? hrefTo("txs", { chain }, { ...filters, before })
          : hrefTo("asset", { id: assetId }, { before })
      }
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

/** Without a sentence a row shows its type: a list without sentences is still worth showing. */
async function addSentences(chain: Chain, page: AnyPage, signal: AbortSignal): Promise<AnyPage> {
  const places = [...new Set(rowsOf(page).map(({ tx }) => containerName(tx)))];
  const path = hrefTo("txSentences", { chain }, { blocks: places.join(",") });
  return { ...page, sentences: await askJson<Record<string, string>>(path, signal).catch(() => ({})) };
}

function TxCells({ chain, tx, sentence, burned }: TxRow & { chain: Chain; burned: number | undefined }) {
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
        <HashLink value={tx.txHash} href={href} label="transaction id" />
      </Cell>
      <Cell right at="d">
        <Link href={hrefTo("block", { chain, id: containerName(tx) })} prefetch={false}>
          <span className="m:hidden">{"block" in tx.container ? "block " : "vertex "}</span>
          {groupDigits("block" in tx.container ? tx.container.block : tx.container.height)}
        </Link>
      </Cell>
      <Cell right wide>
        {tx.burned === undefined ? (
          <span className="text-ink-3">0</span>
        ) : (
          <Avax value={tx.burned} unit={false} column={burned} />
        )}
      </Cell>
      <Cell right at="b">
        <TxAge time={tx.time} isInVertex={"vertex" in tx.container} />
      </Cell>
    </>
  );
}
