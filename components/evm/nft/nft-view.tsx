import Link from "next/link";
import type { ReactNode } from "react";
import type { CopySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { Icon } from "@/components/ui/icon";
import { STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { FirnNft } from "@/lib/contract/firn/nfts";
import { hrefTo } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { HistoryNote } from "../history-note";
import { nameOfContract } from "../token/contract-head";
import { imageOf, type MediaSchemes, type ShownImage } from "./metadata-state";
import { NftAttributes } from "./nft-attributes";
import { NftDocument } from "./nft-document";
import { NftFacts } from "./nft-facts";
import { NftImage } from "./nft-image";

interface NftViewProps {
  chain: EvmChain;
  contract: EvmContract;
  token: NftToken;
  title: string;
  /** Undefined when it could not be read. */
  firnNft: FirnNft | undefined;
  /** Sources that Firn fetches from. */
  mediaSchemes: MediaSchemes;
  /** How many hold an ERC-1155 token, in words; undefined where that could not be read. */
  holderCount?: string | undefined;
  /** The list of an ERC-1155 token's holders. */
  holders?: ReactNode;
  history: ReactNode;
  source: CopySource;
}

/** The page of one token of a collection: image, facts, attributes, history, raw metadata. */
export function NftView({
  chain,
  contract,
  token,
  title,
  firnNft,
  mediaSchemes,
  holderCount,
  holders,
  history,
  source,
}: NftViewProps) {
  const collection = hrefTo("collection", { chain: chain.segment, contract: contract.address });
  const image = imageOf(token, chain.evmChainId, mediaSchemes);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain={chain.tag} />
            <Link href={collection} prefetch={false}>
              <bdi>{nameOfContract(contract)}</bdi>
            </Link>
            <Slash />
            <span>Token {headTail(token.tokenId)}</span>
          </>
        }
        title={title}
        actions={
          <>
            <Neighbours collection={collection} firnNft={firnNft} />
            <CopyAs {...source} path={`${collection}/${token.tokenId}`} />
          </>
        }
      />
      <HistoryNote chain={chain} of="lists" />
      <div className="grid grid-cols-[minmax(0,460px)_minmax(0,1fr)] items-start gap-8 max-l:grid-cols-1">
        <div>
          <div
            className="grid aspect-square grid-cols-1 grid-rows-1 place-items-center overflow-clip rounded-3 border border-line bg-sunken text-meta text-ink-3 max-l:aspect-auto max-l:min-h-30"
            data-frame
          >
            <NftImage image={image} name={title} />
          </div>
          <p className="mt-2 text-small text-ink-3">{imageOrigin(image)}</p>
        </div>
        <div className={STACK}>
          <NftFacts
            chain={chain}
            contract={contract}
            token={token}
            firnNft={firnNft}
            mediaSchemes={mediaSchemes}
            holders={holderCount}
          />
          <NftAttributes token={token} firnNft={firnNft} />
          {holders}
          {history}
          <NftDocument token={token} firnNft={firnNft} />
        </div>
      </div>
    </>
  );
}

function Neighbours({ collection, firnNft }: { collection: string; firnNft: FirnNft | undefined }) {
  const { previousTokenId: previous, nextTokenId: next } = firnNft ?? {};
  return (
    <>
      {previous !== undefined && (
        <Link className={button()} href={`${collection}/${previous}`} rel="prev" prefetch={false}>
          <Icon name="prev" />
          {headTail(previous)}
        </Link>
      )}
      {next !== undefined && (
        <Link className={button()} href={`${collection}/${next}`} rel="next" prefetch={false}>
          {headTail(next)}
          <Icon name="next" />
        </Link>
      )}
    </>
  );
}

/** Where the image comes from, and how to change that. */
function imageOrigin(image: ShownImage): string {
  if ("why" in image)
    return image.icon === "eyeoff"
      ? "This page loads nothing from other hosts. With FIRN_MEDIA Firn can fetch it."
      : "This page loads nothing from other hosts.";
  return image.source.startsWith("data:")
    ? "The image is part of the metadata; nothing was fetched."
    : "Firn fetches the image and keeps a copy. Your browser contacts no other host.";
}
