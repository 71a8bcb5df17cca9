import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { isNftCollection, loadContract } from "@/app/[chain]/token/contract";
import { readTransfers } from "@/app/[chain]/token/transfers";
import { settle, troubleOf } from "@/app/server";
import { ContractFacts } from "@/components/evm/contract-facts";
import { ContractHead, nameOfContract } from "@/components/evm/contract-head";
import { readTransferListParams, type TransferListParams } from "@/components/evm/list-params";
import { TransferPanel } from "@/components/evm/transfer-panel";
import type { SearchParams } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";

interface TokenPageProps {
  params: Promise<{ chain: string; contract: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: TokenPageProps): Promise<Metadata> {
  const { chain, contract } = await params;
  const found = await settle(loadContract(chain, contract));
  return { title: found instanceof FirnError ? "Token" : nameOfContract(found.contract) };
}

export default async function TokenPage({ params, searchParams }: TokenPageProps) {
  const { chain: segment, contract: address } = await params;
  const position = readTransferListParams(await searchParams);
  if (position === undefined) notFound();
  const found = await settle(loadContract(segment, address));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return (
      <>
        <PageHead title="Token" />
        <Failure what="this token" trouble={troubleOf(found)} />
      </>
    );
  }
  const { chain, contract } = found;
  const href = `/${chain.segment}/token/${contract.address}`;
  if (isNftCollection(contract.ercType)) permanentRedirect(`/${chain.segment}/nft/${contract.address}`);
  if (contract.ercType === "UNKNOWN") notFound();
  if (href !== `/${segment}/token/${address}`) permanentRedirect(href + queryOfPosition(position));
  const transfers = await settle(readTransfers(chain, contract.address, position));
  return (
    <>
      <ContractHead chain={chain} contract={contract} />
      <div className="stackp">
        <ContractFacts chain={chain} contract={contract} />
        {transfers instanceof FirnError ? (
          <Failure what="transfers" trouble={troubleOf(transfers)} />
        ) : (
          <TransferPanel
            chain={chain}
            path={transfers.path}
            first={transfers.page}
            href={href}
            unit={contract.ercType === "ERC-20" ? (contract.symbol ?? "") : ""}
            hasIds={false}
            newest={position.before === undefined}
          />
        )}
      </div>
    </>
  );
}

function queryOfPosition({ before }: TransferListParams): string {
  return before === undefined ? "" : `?before=${before.txHash}-${before.logIndex}`;
}
