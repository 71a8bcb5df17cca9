import { CopyButton } from "@/components/ui/copy-button";
import { HashLink } from "@/components/ui/hash-link";
import { Aside, Fact, KeyValue } from "@/components/ui/key-value";
import { cleanName, Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import type { EvmContract } from "@/lib/contract/data/evm-contracts";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { FirnNft } from "@/lib/contract/firn/nfts";
import { hrefTo } from "@/lib/contract/pages";
import { formatTime } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { ReadAgain } from "../token/read-again";
import { formatMetadataState, type MediaSchemes } from "./metadata-state";
import { HOLDERS_ID, NftOwner } from "./nft-owner";

interface NftFactsProps {
  chain: EvmChain;
  contract: EvmContract;
  token: NftToken;
  /** Undefined when it could not be read. */
  firnNft: FirnNft | undefined;
  /** Sources that Firn fetches from. */
  mediaSchemes: MediaSchemes;
  /** How many hold an ERC-1155 token, in words; undefined where that could not be read. */
  holders?: string | undefined;
}

/** Facts about one token: owner, mint, metadata. */
export function NftFacts({ chain, contract, token, firnNft, mediaSchemes, holders }: NftFactsProps) {
  const { metadataLastUpdatedTimestamp: readAt, imageUri = "", description } = token.metadata;
  const since = firnNft?.ownerSince;
  return (
    <Panel
      label="Facts"
      {...(token.tokenUri && {
        note: "The token URI comes from the contract, called through the node: it is not part of any block. The metadata is what Firn found at that URI.",
      })}
    >
      <KeyValue>
        <Fact
          label={token.ercType === "ERC-1155" ? "Holders" : "Owner"}
          {...(since !== undefined && { aside: `since ${formatTime(since * 1000)}` })}
        >
          {holders === undefined ? (
            <NftOwner chain={chain} token={token} />
          ) : (
            <a href={`#${HOLDERS_ID}`}>{holders}</a>
          )}
        </Fact>
        <Fact label="Contract">
          <HashLink
            value={contract.address}
            href={hrefTo("collection", { chain: chain.segment, contract: contract.address })}
            label="contract"
            {...(contract.name && { name: contract.name })}
          />
          <Tag>{token.ercType}</Tag>
        </Fact>
        <Fact label="Token">
          <LongText text={token.tokenId} label="token id" />
        </Fact>
        {firnNft?.mintTxHash !== undefined && (
          <Fact
            label="Minted in"
            {...(firnNft.mintTimestamp !== undefined && { aside: formatTime(firnNft.mintTimestamp * 1000) })}
          >
            <HashLink
              value={firnNft.mintTxHash}
              href={hrefTo("tx", { chain: chain.segment, id: firnNft.mintTxHash })}
              label="transaction"
            />
          </Fact>
        )}
        <Fact label="Metadata">
          {formatMetadataState(token, mediaSchemes)}
          {readAt !== undefined && <Aside>{formatTime(readAt * 1000)}</Aside>}
          <ReadAgain
            path={`/v1/chains/${chain.evmChainId}/nfts/collections/${token.address}/tokens/${token.tokenId}:reindex`}
          />
        </Fact>
        {imageUri !== "" && !imageUri.startsWith("data:") && (
          <Fact label="Image">
            <LongText text={imageUri} label="image address" />
          </Fact>
        )}
        {description !== undefined && (
          <Fact label="About">
            <span className="wrap-anywhere">
              <Name most={2_000}>{description}</Name>
            </span>
          </Fact>
        )}
        {token.tokenUri !== undefined && (
          <Fact label="Token URI">
            <LongText text={token.tokenUri} label="token URI" />
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

/** Characters shown of a text. A token may have a quarter of a million. */
const SHOWN = 200;

function LongText({ text, label }: { text: string; label: string }) {
  const shown = cleanName(text, SHOWN);
  return (
    <span className="flex w-full min-w-0 items-center gap-1">
      <span className="inline-block max-w-full truncate align-bottom font-mono text-mono" title={shown}>
        {shown}
      </span>
      <CopyButton value={text} label={label} />
    </span>
  );
}
