import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { CopyButton } from "@/components/ui/copy-button";
import { headTail } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { EvmChain } from "./chain";
import { nameOfContract } from "./contract-head";
import { sayMetadata } from "./metadata-state";
import { NftOwner } from "./nft-owner";

interface NftViewProps {
  chain: EvmChain;
  contract: EvmContract;
  token: NftToken;
  title: string;
}

/** One token of a collection: who has it, and what its contract says of it. */
export function NftView({ chain, contract, token, title }: NftViewProps) {
  const collection = `/${chain.segment}/nft/${contract.address}`;
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
      />
      <div className="hero-nft">
        <div className="frame">
          <Icon name="ring" />
          <span>Metadata: {sayMetadata(token).toLowerCase()}</span>
        </div>
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
            <Fact label="Metadata">{sayMetadata(token)}</Fact>
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
              <Link href={collection} prefetch={false}>
                Of the whole collection
              </Link>
            </Fact>
          </KeyValue>
        </Panel>
      </div>
    </>
  );
}
