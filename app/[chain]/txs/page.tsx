import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireChain } from "@/app/[chain]/chain";
import { pChainHead } from "@/app/[chain]/network";
import { tellBlocks } from "@/app/[chain]/txs/sentences";
import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import { readTxs } from "@/app/[chain]/txs/txs";
import { readStatus, settle, troubleOf } from "@/app/server";
import { CsvLink } from "@/components/list/csv-link";
import {
  queryOf,
  readTxListParams,
  type SearchParams,
  type TxListParams,
} from "@/components/list/list-params";
import { TxFilters } from "@/components/list/tx-filters";
import { TxList, type TxPage, type TxRowFacts } from "@/components/list/tx-list";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { EmptyState } from "@/components/state/state";
import { groupDigits, headTail } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { FirnError } from "@/lib/errors";

interface TxsPageProps {
  params: Promise<{ chain: string }>;
  searchParams: Promise<SearchParams>;
}

const PAGE_ROWS = 25;

export async function generateMetadata({ searchParams }: TxsPageProps): Promise<Metadata> {
  const position = readTxListParams(await searchParams, TX_TYPES);
  return { title: position === undefined ? "Not found here" : titleOf(position) };
}

export default async function TxsPage({ params, searchParams }: TxsPageProps) {
  requireChain((await params).chain);
  const position = readTxListParams(await searchParams, TX_TYPES);
  if (position === undefined) notFound();
  const [status, txs] = await Promise.all([readStatus(), settle(readTold(position))]);
  const head = status instanceof FirnError ? undefined : pChainHead(status)?.height;
  const filters = queryOf(filtersOf(position));
  const title = titleOf(position);
  return (
    <>
      <PageHead
        eyebrow="P-Chain"
        title={title}
        actions={
          <CsvLink href={`/p/txs/csv?${queryOf({ ...filtersOf(position), before: position.before })}`} />
        }
      />
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      <TxFilters position={position} types={TX_TYPES} />
      {txs instanceof FirnError ? (
        <Failure what="transactions" trouble={troubleOf(txs)} />
      ) : txs.page.transactions.length === 0 ? (
        <NoTransactions head={head} />
      ) : (
        <TxList
          path={txs.path}
          first={txs.page}
          filters={filters}
          caption={`${title}, newest first`}
          {...(position.before === undefined ? { newestHref: `/p/txs${filters && `?${filters}`}` } : {})}
        />
      )}
    </>
  );
}

/** A page of transactions, cut down to its rows, with what each does. @throws FirnError */
async function readTold(position: TxListParams): Promise<{ page: TxPage; path: string }> {
  const { page, path } = await readTxs(position, PAGE_ROWS);
  const sentences = await tellBlocks(page.transactions.map(({ blockNumber }) => blockNumber));
  const transactions = page.transactions.map(
    ({ txHash, txType, blockNumber, blockTimestamp, amountBurned }): TxRowFacts => ({
      txHash,
      txType,
      blockNumber,
      blockTimestamp,
      amountBurned,
    }),
  );
  return { page: { nextPageToken: page.nextPageToken, transactions, sentences }, path };
}

function NoTransactions({ head }: { head: number | undefined }) {
  return (
    <Panel label="P-Chain transactions">
      <EmptyState
        title="No transactions here"
        action={
          <a className="btn" href="/p/txs">
            See all transactions
          </a>
        }
      >
        {head === undefined
          ? "Firn has not stored a block yet."
          : `Firn has read every P-Chain block up to ${groupDigits(head)}, none holds one like this.`}
      </EmptyState>
    </Panel>
  );
}

function filtersOf({ addresses, types, l1ValidationId }: TxListParams) {
  return { addresses: addresses?.join(","), types: types?.join(","), l1: l1ValidationId };
}

function titleOf({ addresses, l1ValidationId }: TxListParams): string {
  if (addresses?.length === 1) return `Transactions of ${headTail(addresses[0] ?? "")}`;
  if (addresses !== undefined) return `Transactions of ${addresses.length} addresses`;
  return l1ValidationId === undefined
    ? "P-Chain transactions"
    : `Transactions of L1 validator ${headTail(l1ValidationId)}`;
}
