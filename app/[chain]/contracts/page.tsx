import { readContracts } from "@/app/[chain]/contracts/contracts";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { HistoryNote } from "@/components/evm/history-note";
import { ContractList } from "@/components/evm/lists/contract-list";
import { CONTRACTS_QUERY } from "@/components/evm/lists/list-query";
import { ListsNav } from "@/components/evm/lists/lists-nav";
import { SubnetButton } from "@/components/evm/subnet-crumb";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

export const generateMetadata = defineTitle("contracts", ({ found }) =>
  found instanceof FirnError ? "Contracts" : titleOf(found.chain),
);

export default definePage("contracts", ContractsPage);

async function ContractsPage({ found }: PageProps<"contracts">) {
  if (found instanceof FirnError)
    return (
      <>
        <PageHead title="Contracts" />
        <Failure what="contracts" failure={failureOf(found)} />
      </>
    );
  const { chain, position } = found;
  const [l1s, list] = await Promise.all([
    listL1Chains(),
    toResult(readContracts(chain, { ...position, pageSize: PAGE_ROWS })),
  ]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainNav chain={chain.segment} noun="contracts" l1s={l1s} />
            <ListsNav chain={chain} current="contracts" />
          </>
        }
        title={titleOf(chain)}
        actions={
          <>
            <CsvLink
              href={hrefTo("contractsCsv", { chain: chain.segment }, CONTRACTS_QUERY.write(position))}
            />
            {chain.subnetId !== undefined && <SubnetButton subnetId={chain.subnetId} />}
          </>
        }
      />
      <HistoryNote chain={chain} of="lists" />
      {list instanceof FirnError ? (
        <Failure what="contracts" failure={failureOf(list)} />
      ) : list.page.contracts.length === 0 ? (
        <Panel label={titleOf(chain)}>
          <EmptyState title="No contracts here">
            {position.after === undefined
              ? `No ${chain.name} transaction that Firn has created a contract.`
              : "Nothing follows this position."}
          </EmptyState>
        </Panel>
      ) : (
        <ContractList chain={chain} path={list.path} first={list.page} params={position} />
      )}
      <p className="mt-3 text-small text-ink-3">
        Contracts of the chain’s genesis have no creation and are not in this list.
      </p>
    </>
  );
}

function titleOf({ name }: EvmChain): string {
  return `${name} contracts`;
}
