import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { sourceOf } from "@/app/[chain]/commands";
import { readNft } from "@/app/[chain]/evm-read";
import { readHistory, readNftLife } from "@/app/[chain]/nft/life";
import { type LoadedContract, loadContract, readMediaSchemes } from "@/app/[chain]/token/contract";
import { settle, troubleOf } from "@/app/server";
import { nameOfNft } from "@/components/evm/nft/metadata-state";
import { NftHistory } from "@/components/evm/nft/nft-history";
import { NftView } from "@/components/evm/nft/nft-view";
import { nameOfContract } from "@/components/evm/token/contract-head";
import type { SearchParams } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { headTail } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { getTokenDetails, type NftToken } from "@/lib/contract/data/nfts";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

interface NftPageProps {
  params: Promise<{ chain: string; contract: string; token: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Pick<NftPageProps, "params">): Promise<Metadata> {
  const found = await settle(loadNft(await params));
  return { title: found instanceof FirnError ? "Token" : titleOf(found) };
}

export default async function NftPage({ params, searchParams }: NftPageProps) {
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
  const before = readBefore(await searchParams);
  if (before === undefined) notFound();
  const href = `/${chain.segment}/nft/${contract.address}/${token.tokenId}`;
  if (href !== `/${asked.chain}/nft/${asked.contract}/${asked.token}`)
    permanentRedirect(before === "" ? href : `${href}?before=${before}`);
  const tokenParams = { chainId: chain.evmChainId, address: contract.address, tokenId: token.tokenId };
  const [life, history, fetched] = await Promise.all([
    settle(readNftLife(chain, token)),
    settle(readHistory(chain, token, before)),
    readMediaSchemes(),
  ]);
  return (
    <NftView
      {...found}
      source={sourceOf(fillRoute(getTokenDetails, { params: tokenParams }))}
      title={titleOf(found)}
      life={life instanceof FirnError ? undefined : life}
      fetched={fetched}
      history={
        history instanceof FirnError ? (
          <Failure what="the history" trouble={troubleOf(history)} />
        ) : (
          <NftHistory
            chain={chain}
            href={href}
            path={history.path}
            first={history.page}
            newest={before === ""}
          />
        )
      }
    />
  );
}

/** The movement behind which the history goes on; empty for the newest, undefined when it is malformed. */
function readBefore({ before = "" }: SearchParams): string | undefined {
  return typeof before === "string" && /^(0x[0-9a-f]{64}-\d{1,9})?$/.test(before) ? before : undefined;
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
  return nameOfNft(token) ?? `${nameOfContract(contract)} ${headTail(token.tokenId)}`;
}
