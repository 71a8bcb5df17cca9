"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { Cell } from "@/components/ui/table";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { queryOfTokenPage } from "../list-params";
import { formatMetadataState, imageOf, type MediaSchemes, nameOfNft } from "./metadata-state";
import { NftImage } from "./nft-image";
import { NftOwner } from "./nft-owner";
import { type ListedNft, type NftPage, tokensOf } from "./nft-page";

interface NftListProps {
  chain: EvmChain;
  path: string;
  first: NftPage;
  /** Path of the collection's page. */
  href: string;
  startHref: string | undefined;
  as: "gallery" | "table";
  /** Address of the owner whose tokens these are, if of one. */
  owner: string | undefined;
  /** Sources that Firn fetches from. */
  mediaSchemes: MediaSchemes;
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Token", bar: 80 },
  { label: "Owner", bar: 120 },
  { label: "Metadata", bar: 80, wide: true },
];

/** Tokens of a collection, by token id. */
export function NftList({ chain, path, first, href, startHref, as, owner, mediaSchemes }: NftListProps) {
  return (
    <div>
      <InfiniteList<NftPage, ListedNft>
        path={path}
        first={first}
        rowsOf={tokensOf}
        idOf={({ tokenId }) => tokenId}
        caption="Tokens of this collection, by token id"
        nouns={["token", "tokens"]}
        columns={COLUMNS}
        cells={(token) => <NftCells chain={chain} token={token} mediaSchemes={mediaSchemes} />}
        {...(as === "gallery" && {
          card: (token: ListedNft) => <NftCard chain={chain} token={token} mediaSchemes={mediaSchemes} />,
        })}
        hrefAfter={({ tokenId }) =>
          withQuery<"collection">(href, queryOfTokenPage({ tab: as, owner, after: tokenId }, true))
        }
        startHref={startHref}
        ending=", by token id"
      />
    </div>
  );
}

interface TokenProps extends Pick<NftListProps, "chain" | "mediaSchemes"> {
  token: ListedNft;
}

function NftCard({ chain, token, mediaSchemes }: TokenProps) {
  const { tokenId, address } = token;
  const name = nameOfNft(token);
  return (
    <>
      <Link
        className="grid aspect-square place-items-center bg-sunken text-center text-ink-3"
        href={hrefTo("nft", { chain: chain.segment, contract: address, token: tokenId })}
        prefetch={false}
      >
        <NftImage image={imageOf(token, chain.evmChainId, mediaSchemes)} name={name ?? `Token ${tokenId}`} />
      </Link>
      <div className="flex items-center justify-between gap-2 px-3.5 pt-2.5 pb-3 text-cell max-m:flex-wrap [&_button]:hidden">
        <b className="min-w-0 flex-1 truncate font-strong" title={name ?? tokenId}>
          {headTail(tokenId)}
        </b>
        <NftOwner chain={chain} token={token} />
      </div>
    </>
  );
}

function NftCells({ chain, token, mediaSchemes }: TokenProps) {
  const { tokenId, address } = token;
  const name = nameOfNft(token) ?? headTail(tokenId);
  return (
    <>
      <Cell at="a" wraps>
        <Link
          className="inline-block max-w-full truncate align-bottom"
          href={hrefTo("nft", { chain: chain.segment, contract: address, token: tokenId })}
          prefetch={false}
          title={tokenId}
        >
          <bdi>{name}</bdi>
        </Link>
      </Cell>
      <Cell at="c">
        <NftOwner chain={chain} token={token} />
      </Cell>
      <Cell wide className="text-ink-2">
        {formatMetadataState(token, mediaSchemes)}
      </Cell>
    </>
  );
}
