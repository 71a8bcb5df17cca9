import Link from "next/link";
import { Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import type { NftToken } from "@/lib/contract/data/nfts";
import { hrefTo } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { imageOf, type MediaSchemes, nameOfNft } from "./metadata-state";
import { NftImage } from "./nft-image";

interface NftThumbsProps {
  chain: EvmChain;
  tokens: readonly NftToken[];
  /** Whether the tab has more tokens. */
  hasMore: boolean;
  /** Link to the tab. */
  href: string;
  /** Sources that Firn fetches from. */
  mediaSchemes: MediaSchemes;
}

/** NFTs that an account holds on a chain, for the rail; nothing when there are none. */
export function NftThumbs({ chain, tokens, hasMore, href, mediaSchemes }: NftThumbsProps) {
  if (tokens.length === 0) return null;
  return (
    <Panel
      title={`NFTs on ${chain.name}`}
      actions={
        hasMore && (
          <Link href={href} prefetch={false}>
            All
          </Link>
        )
      }
    >
      <div className="grid grid-cols-3 gap-2 px-5 py-4 max-m:px-4 [&_img]:object-cover">
        {tokens.map((token) => {
          const { address, tokenId } = token;
          const name = nameOfNft(token) ?? `Token ${headTail(tokenId)}`;
          const image = imageOf(token, chain.evmChainId, mediaSchemes);
          return (
            <Link
              key={`${address}/${tokenId}`}
              className="min-w-0 text-small"
              href={hrefTo("nft", { chain: chain.segment, contract: address, token: tokenId })}
              prefetch={false}
            >
              <span className="grid aspect-square place-items-center overflow-hidden rounded-2 bg-sunken">
                <NftImage image={"why" in image ? { ...image, why: "No image" } : image} name="" />
              </span>
              <span className="mt-1 block truncate">
                <Name>{name}</Name>
              </span>
            </Link>
          );
        })}
      </div>
    </Panel>
  );
}
