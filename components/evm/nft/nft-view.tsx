import Link from "next/link";
import type { ReactNode } from "react";
import type { CopySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { CopyButton } from "@/components/ui/copy-button";
import { headTail } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { RAW_TEXT, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { FirnNft } from "@/lib/contract/firn/nfts";
import { hrefTo } from "@/lib/contract/pages";
import type { EvmChain } from "../chain";
import { nameOfContract } from "../token/contract-head";
import { imageOf, type MediaSchemes, type ShownImage } from "./metadata-state";
import { NftAttributes } from "./nft-attributes";
import { NftFacts } from "./nft-facts";
import { NftImage } from "./nft-image";

interface NftViewProps {
  chain: EvmChain;
  contract: EvmContract;
  token: NftToken;
  title: string;
  /** Absent when it could not be read. */
  life: FirnNft | undefined;
  /** From where images are fetched. */
  fetched: MediaSchemes;
  history: ReactNode;
  source: CopySource;
}

/** One token of a collection: who has it, what its contract says of it, and what became of it. */
export function NftView({ chain, contract, token, title, life, fetched, history, source }: NftViewProps) {
  const collection = hrefTo("collection", { chain: chain.segment, contract: contract.address });
  const image = imageOf(token, chain.evmChainId, fetched);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain={chain.tag} />
            <Link href={collection} prefetch={false}>
              {nameOfContract(contract)}
            </Link>
            <Slash />
            <span>Token {headTail(token.tokenId)}</span>
          </>
        }
        title={title}
        actions={
          <>
            <Neighbours collection={collection} life={life} />
            <CopyAs {...source} path={`${collection}/${token.tokenId}`} />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,460px)_minmax(0,1fr)] items-start gap-8 max-l:grid-cols-1">
        <div>
          <div
            className="grid aspect-square grid-cols-1 grid-rows-1 place-items-center overflow-clip rounded-3 border border-line bg-sunken text-meta text-ink-3 max-l:aspect-auto max-l:min-h-30"
            data-frame
          >
            <NftImage image={image} name={title} />
          </div>
          <p className="mt-2 text-small text-ink-3">{sayOrigin(image)}</p>
        </div>
        <div className={STACK}>
          <NftFacts chain={chain} contract={contract} token={token} life={life} fetched={fetched} />
          <NftAttributes token={token} life={life} />
          {history}
          <RawMetadata token={token} />
        </div>
      </div>
    </>
  );
}

function Neighbours({ collection, life }: { collection: string; life: FirnNft | undefined }) {
  const { previousTokenId: previous, nextTokenId: next } = life ?? {};
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

/** Characters of the metadata on the page; all of them can be copied. */
const MOST_SHOWN = 10_000;

function RawMetadata({ token }: { token: NftToken }) {
  const raw = JSON.stringify(token.metadata, undefined, 2);
  const isLong = raw.length > MOST_SHOWN;
  return (
    <Panel
      title="Metadata as read"
      actions={<CopyButton value={raw} label="metadata" />}
      {...(isLong && { note: "The beginning: the copy has all of it." })}
    >
      <pre className={RAW_TEXT}>{isLong ? `${raw.slice(0, MOST_SHOWN)}…` : raw}</pre>
    </Panel>
  );
}

/** Who was asked for what is shown, and how that is changed. */
function sayOrigin(image: ShownImage): string {
  if ("why" in image)
    return image.icon === "eyeoff"
      ? "This page loads nothing from elsewhere. FIRN_MEDIA lets Firn fetch it."
      : "This page loads nothing from elsewhere.";
  return image.source.startsWith("data:")
    ? "The image stands in the token’s metadata: nobody was asked for it."
    : "Firn fetches the image and keeps a copy: your browser asks nobody else.";
}
