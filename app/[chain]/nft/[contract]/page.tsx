import type { Metadata } from "next";
import { loadContract } from "@/app/[chain]/token/contract";
import { TokenContractPage } from "@/app/[chain]/token/token-page";
import { settle } from "@/app/server";
import { nameOfContract } from "@/components/evm/token/contract-head";
import type { SearchParams } from "@/components/list/list-params";
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
  const { chain, contract } = await params;
  return <TokenContractPage noun="nft" segment={chain} address={contract} search={await searchParams} />;
}
