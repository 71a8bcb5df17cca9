import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { CopyButton } from "@/components/ui/copy-button";
import { formatTime, groupDigits, headTail } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import { attributesOf } from "@/lib/avalanche/evm/nft-attributes";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { EvmChain } from "./chain";
import { nameOfContract } from "./contract-head";
import { imageOf, type MediaSchemes, type ShownImage, sayMetadata } from "./metadata-state";
import { NftImage } from "./nft-image";
import { NftOwner } from "./nft-owner";

interface NftViewProps {
  chain: EvmChain;
  contract: EvmContract;
  token: NftToken;
  title: string;
  /** Id of the token after it in the collection. */
  next: string | undefined;
  /** From where images are fetched. */
  fetched: MediaSchemes;
}

/** One token of a collection: who has it, and what its contract says of it. */
export function NftView({ chain, contract, token, title, next, fetched }: NftViewProps) {
  const collection = `/${chain.segment}/nft/${contract.address}`;
  const { metadataLastUpdatedTimestamp: readAt } = token.metadata;
  const attributes = attributesOf(token.metadata);
  const image = imageOf(token, chain.evmChainId, fetched);
  const raw = JSON.stringify(token.metadata, undefined, 2);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain={chain.tag} />
            <Link href={collection} prefetch={false}>
              {nameOfContract(contract)}
            </Link>
            <span className="sl">/</span>
            <span>Token {headTail(token.tokenId)}</span>
          </>
        }
        title={title}
        actions={
          next !== undefined && (
            <Link className="btn" href={`${collection}/${next}`} rel="next" prefetch={false}>
              {headTail(next)}
              <Icon name="next" />
            </Link>
          )
        }
      />
      <div className="hero-nft">
        <div>
          <div className="frame">
            <NftImage image={image} name={title} />
          </div>
          <p className="small dim mt-2">{sayOrigin(image)}</p>
        </div>
        <div className="stackp">
          <Panel label="Facts">
            <KeyValue>
              <Fact label="Owner">
                <NftOwner token={token} />
              </Fact>
              <Fact label="Contract">
                <HashLink
                  value={contract.address}
                  href={collection}
                  noun="contract"
                  {...(contract.name && { name: contract.name })}
                />
                <Tag>{token.ercType}</Tag>
              </Fact>
              <Fact label="Token">
                <span className="cut" title={token.tokenId}>
                  {token.tokenId}
                </span>
                <CopyButton value={token.tokenId} label="token id" />
              </Fact>
              <Fact
                label="Metadata"
                {...(readAt !== undefined && { aside: `read ${formatTime(readAt * 1000)}` })}
              >
                {sayMetadata(token)}
              </Fact>
              {token.metadata.imageUri !== undefined && !token.metadata.imageUri.startsWith("data:") && (
                <Fact label="Image">
                  <span className="mono cut" title={token.metadata.imageUri}>
                    {token.metadata.imageUri}
                  </span>
                  <CopyButton value={token.metadata.imageUri} label="image address" />
                </Fact>
              )}
              {token.metadata.description !== undefined && (
                <Fact label="About">{token.metadata.description}</Fact>
              )}
              {token.tokenUri !== "" && (
                <Fact label="Token URI">
                  <span className="mono cut" title={token.tokenUri}>
                    {token.tokenUri}
                  </span>
                  <CopyButton value={token.tokenUri} label="token URI" />
                </Fact>
              )}
              <Fact label="Transfers">
                <Link href={`${collection}?tab=transfers`} prefetch={false}>
                  Of the whole collection
                </Link>
              </Fact>
            </KeyValue>
          </Panel>
          {attributes.length > 0 && (
            <Panel title="Attributes" aside={groupDigits(attributes.length)}>
              <dl className="attrs">
                {attributes.map(({ name, value }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a token may say the same thing twice
                  <div key={at}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </Panel>
          )}
          <Panel title="Metadata as read" actions={<CopyButton value={raw} label="metadata" />}>
            <pre className="rawtext">{raw}</pre>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Who was asked for what is shown, and how that is changed. */
function sayOrigin(image: ShownImage): string {
  if ("refused" in image)
    return "This page loads nothing from elsewhere. FIRN_MEDIA lets Firn fetch images for it.";
  if ("why" in image) return "This page loads nothing from elsewhere.";
  return image.source.startsWith("data:")
    ? "The image stands in the token’s metadata: nobody was asked for it."
    : "Shown from a copy that Firn made. Your browser did not ask the source.";
}
