import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { readNft } from "@/app/[chain]/evm-read";
import { type LoadedContract, loadContract, readMediaSchemes, readNfts } from "@/app/[chain]/token/contract";
import { settle, troubleOf } from "@/app/server";
import { nameOfContract } from "@/components/evm/contract-head";
import { NftView } from "@/components/evm/nft-view";
import { Failure } from "@/components/state/failure";
import { headTail } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import type { NftToken } from "@/lib/contract/data/nfts";
import { FirnError } from "@/lib/errors";

interface NftPageProps {
  params: Promise<{ chain: string; contract: string; token: string }>;
}

export async function generateMetadata({ params }: NftPageProps): Promise<Metadata> {
  const found = await settle(loadNft(await params));
  return { title: found instanceof FirnError ? "Token" : titleOf(found) };
}

export default async function NftPage({ params }: NftPageProps) {
  const asked = await params;
  const found = await settle(loadNft(asked));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND" || found.code === "BAD_PARAMETER") notFound();
    return (
      <>
        <PageHead title="Token" />
        <Failure what="this token" trouble={troubleOf(found)} />
      </>
    );
  }
  const { chain, contract, token } = found;
  const href = `/${chain.segment}/nft/${contract.address}/${token.tokenId}`;
  if (href !== `/${asked.chain}/nft/${asked.contract}/${asked.token}`) permanentRedirect(href);
  const after = await settle(readNfts(chain, contract.address, { after: token.tokenId }));
  const next = after instanceof FirnError ? undefined : after.page.tokens[0]?.tokenId;
  return <NftView {...found} title={titleOf(found)} next={next} fetched={await readMediaSchemes()} />;
}

/** @throws FirnError */
async function loadNft({
  chain: segment,
  contract: address,
  token: tokenId,
}: Awaited<NftPageProps["params"]>): Promise<LoadedContract & { token: NftToken }> {
  const loaded = await loadContract(segment, address);
  return { ...loaded, token: await readNft(loaded.chain.evmChainId, address, tokenId) };
}

function titleOf({ contract, token }: LoadedContract & { token: NftToken }): string {
  return token.metadata.name ?? `${nameOfContract(contract)} ${headTail(token.tokenId)}`;
}
