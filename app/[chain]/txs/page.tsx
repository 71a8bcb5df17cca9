import { listL1Chains } from "@/app/[chain]/evm-chain";
import { headOf } from "@/app/[chain]/network";
import { EvmTxs, evmTxsTitle } from "@/app/[chain]/txs/evm";
import { withSentences } from "@/app/[chain]/txs/sentences";
import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import { readTxs } from "@/app/[chain]/txs/txs";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, readStatus, toResult } from "@/app/server";
import { XListsNav } from "@/components/asset/x-lists-nav";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import type { TxListParams } from "@/components/list/list-params";
import { hrefOfTxs, queryOfTxs, TxFilters } from "@/components/list/tx/tx-filters";
import { TxList, type TxPage } from "@/components/list/tx/tx-list";
import { Failure } from "@/components/state/failure";
import { GapNote } from "@/components/state/gap-note";
import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { groupDigits, headTail } from "@/lib/words/format";

const PAGE_ROWS = 25;

export const generateMetadata = defineTitle("txs", ({ found }) => {
  if (found instanceof FirnError) return "Transactions";
  return found.kind === "evm"
    ? evmTxsTitle(found.chain, found.position)
    : titleOf(found.chain, found.position);
});

export default definePage("txs", TxsPage);

async function TxsPage({ found }: PageProps<"txs">) {
  if (found instanceof FirnError) return <TxsFailure error={found} />;
  if (found.kind === "evm") return <EvmTxs {...found} />;
  const { chain, position } = found;
  const [status, l1s, txs] = await Promise.all([
    readStatus(),
    listL1Chains(),
    toResult(readWithSentences(chain, position)),
  ]);
  const head = status instanceof FirnError ? undefined : headOf(chain, status)?.height;
  const { before: _, ...filter } = position;
  const filters = queryOfTxs(chain, filter);
  const title = titleOf(chain, position);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainNav chain={chain} noun="txs" l1s={l1s} />
            {chain === "x" && <XListsNav current="txs" />}
          </>
        }
        title={title}
        actions={<CsvLink href={hrefTo("txsCsv", { chain }, queryOfTxs(chain, position))} />}
      />
      {!(status instanceof FirnError) && <GapNote status={status} chain={chain} />}
      <TxFilters chain={chain} position={position} types={TX_TYPES[chain]} />
      {txs instanceof FirnError ? (
        <Failure what="transactions" failure={failureOf(txs)} />
      ) : txs.page.rows.length === 0 ? (
        <NoTransactions chain={chain} head={head} />
      ) : (
        <TxList
          chain={chain}
          path={txs.path}
          first={txs.page}
          filters={filters}
          caption={`${title}, newest first`}
          {...(position.before === undefined ? { newestHref: hrefTo("txs", { chain }, filters) } : {})}
        />
      )}
    </>
  );
}

function TxsFailure({ error }: { error: FirnError }) {
  return (
    <>
      <PageHead title="Transactions" />
      <Failure what="transactions" failure={failureOf(error)} />
    </>
  );
}

/** A page of transactions, cut down to its rows, each with its sentence. @throws FirnError */
async function readWithSentences(
  chain: Chain,
  position: TxListParams,
): Promise<{ page: TxPage; path: string }> {
  const { page, path } = await readTxs(chain, position, { pageSize: PAGE_ROWS });
  return { page: await withSentences(chain, page), path };
}

function NoTransactions({ chain, head }: { chain: Chain; head: number | undefined }) {
  return (
    <Panel label={listOf(chain)}>
      <EmptyState
        title="No transactions here"
        action={
          <a className={button()} href={hrefOfTxs(chain)}>
            See all transactions
          </a>
        }
      >
        {head === undefined
          ? "Firn has not stored any block yet."
          : `Firn has every ${CHAINS[chain].name} block up to ${groupDigits(head)}; none has a transaction that matches.`}
      </EmptyState>
    </Panel>
  );
}

/** EVM transactions have their own list. */
function listOf(chain: Chain): string {
  return chain === "c" ? "C-Chain atomic transactions" : `${CHAINS[chain].name} transactions`;
}

function titleOf(chain: Chain, { addresses, l1ValidationId }: TxListParams): string {
  if (addresses?.length === 1) return `Transactions of ${headTail(addresses[0] ?? "")}`;
  if (addresses !== undefined) return `Transactions of ${addresses.length} addresses`;
  return l1ValidationId === undefined
    ? listOf(chain)
    : `Transactions of L1 validator ${headTail(l1ValidationId)}`;
}
