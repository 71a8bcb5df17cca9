import type { Metadata } from "next";
import Link from "next/link";
import { notFound, permanentRedirect } from "next/navigation";
import { isNftCollection, loadContract, readNfts } from "@/app/[chain]/token/contract";
import { readTransfers } from "@/app/[chain]/token/transfers";
import { settle, troubleOf } from "@/app/server";
import { ContractFacts } from "@/components/evm/contract-facts";
import { ContractHead, nameOfContract } from "@/components/evm/contract-head";
import { readNftListParams, readTransferListParams } from "@/components/evm/list-params";
import { NftList } from "@/components/evm/nft-list";
import { TransferPanel } from "@/components/evm/transfer-panel";
import { queryOf, type SearchParams } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { FirnError } from "@/lib/errors";

interface CollectionPageProps {
  params: Promise<{ chain: string; contract: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: CollectionPageProps): Promise<Metadata> {
  const { chain, contract } = await params;
  const found = await settle(loadContract(chain, contract));
  return { title: found instanceof FirnError ? "Collection" : nameOfContract(found.contract) };
}

export default async function CollectionPage({ params, searchParams }: CollectionPageProps) {
  const { chain: segment, contract: address } = await params;
  const search = await searchParams;
  const position = readTransferListParams(search);
  const start = readNftListParams(search);
  if (position === undefined || start === undefined) notFound();
  const found = await settle(loadContract(segment, address));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return (
      <>
        <PageHead title="Collection" />
        <Failure what="this collection" trouble={troubleOf(found)} />
      </>
    );
  }
  const { chain, contract } = found;
  if (!isNftCollection(contract.ercType)) notFound();
  const href = `/${chain.segment}/nft/${contract.address}`;
  const { before } = position;
  const query = queryOf({ ...start, before: before && `${before.txHash}-${before.logIndex}` });
  if (href !== `/${segment}/nft/${address}`) permanentRedirect(query === "" ? href : `${href}?${query}`);
  const [tokens, transfers] = await Promise.all([
    settle(readNfts(chain, contract.address, start)),
    settle(readTransfers(chain, contract.address, position)),
  ]);
  return (
    <>
      <ContractHead chain={chain} contract={contract} />
      <div className="stackp">
        <ContractFacts chain={chain} contract={contract} />
        {tokens instanceof FirnError ? (
          <Failure what="tokens" trouble={troubleOf(tokens)} />
        ) : tokens.page.tokens.length === 0 ? (
          <NoTokens href={href} />
        ) : (
          <NftList chain={chain} path={tokens.path} first={tokens.page} href={href} />
        )}
        {transfers instanceof FirnError ? (
          <Failure what="transfers" trouble={troubleOf(transfers)} />
        ) : (
          <TransferPanel
            chain={chain}
            path={transfers.path}
            first={transfers.page}
            href={href}
            unit=""
            hasIds
            newest={before === undefined}
          />
        )}
      </div>
    </>
  );
}

function NoTokens({ href }: { href: string }) {
  return (
    <Panel title="Tokens">
      <EmptyState
        title="No tokens here"
        action={
          <Link className="btn" href={href} prefetch={false}>
            See the first tokens
          </Link>
        }
      >
        No token of this collection has a higher id than the one the address names.
      </EmptyState>
    </Panel>
  );
}
