import Link from "next/link";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { readEvmTxs } from "@/app/[chain]/txs/evm-txs";
import { failureOf, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { HistoryNote } from "@/components/evm/history-note";
import { type EvmTxListParams, queryOfEvmTxs } from "@/components/evm/list-params";
import { ListsNav } from "@/components/evm/lists/lists-nav";
import { SubnetButton } from "@/components/evm/subnet-crumb";
import { EvmTxFilters } from "@/components/evm/tx/tx-filters";
import { EvmTxList } from "@/components/evm/tx/tx-list";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import { NothingYet } from "@/components/list/nothing-yet";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

/** The page of an EVM chain's transactions. */
export async function EvmTxs({ chain, position }: { chain: EvmChain; position: EvmTxListParams }) {
  const path = hrefTo("txs", { chain: chain.segment });
  const [l1s, txs] = await Promise.all([
    listL1Chains(),
    toResult(readEvmTxs(chain, position, { pageSize: PAGE_ROWS })),
  ]);
  const title = evmTxsTitle(chain, position);
  const { before: _, ...filter } = position;
  const filters = queryOfEvmTxs(filter);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainNav chain={chain.segment} noun="txs" l1s={l1s} />
            <ListsNav chain={chain} current="txs" />
          </>
        }
        title={title}
        actions={
          <>
            <CsvLink href={hrefTo("txsCsv", { chain: chain.segment }, queryOfEvmTxs(position))} />
            {chain.subnetId !== undefined && <SubnetButton subnetId={chain.subnetId} />}
          </>
        }
      />
      <HistoryNote chain={chain} of="lists" />
      <EvmTxFilters chain={chain} position={position} />
      {txs instanceof FirnError ? (
        <Failure what="transactions" failure={failureOf(txs)} />
      ) : txs.page.transactions.length === 0 && txs.page.searchedTo !== undefined ? (
        <NothingYet
          label={title}
          searched={{ to: txs.page.searchedTo, isDown: true }}
          href={withQuery<"txs">(path, { ...filters, before: txs.page.nextBefore })}
        />
      ) : txs.page.transactions.length === 0 ? (
        <Panel label={title}>
          <EmptyState
            title="No transactions here"
            action={
              <Link className={button()} href={path} prefetch={false}>
                See all transactions
              </Link>
            }
          >
            None of the {chain.name} transactions that Firn has indexed matches.
          </EmptyState>
        </Panel>
      ) : (
        <EvmTxList
          chain={chain}
          path={txs.path}
          first={txs.page}
          filters={filters}
          caption={`${title}, newest first`}
          {...(position.before === undefined
            ? { newestHref: hrefTo("txs", { chain: chain.segment }, filters) }
            : {})}
        />
      )}
    </>
  );
}

export function evmTxsTitle({ name }: EvmChain, { status }: EvmTxListParams): string {
  return status === undefined
    ? `${name} transactions`
    : `${status === "failed" ? "Failed" : "Successful"} ${name} transactions`;
}
