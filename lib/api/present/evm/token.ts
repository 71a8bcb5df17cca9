import type { z } from "zod";
import type { NftMetadata } from "../../../avalanche/evm/nft-metadata";
import { formatEvmAddress } from "../../../avalanche/evm-address";
import type { erc20Token, erc721Token, erc1155Token } from "../../../contract/data/evm-tokens";
import type { Party } from "../../../store/queries/evm/address";
import { amountOf } from "../../../store/rows/columns";
import type { EvmTerms } from "../../evm/terms";
import type { NftTexts } from "../../tokens/nft-texts";
import { presentPrice } from "../price";
import { presentParty, ZERO_PARTY } from "./party";

/** An NFT: its contract, its number as `token_number` holds it, and its metadata. */
export interface NftFacts {
  contract: Party | undefined;
  number: Uint8Array | null;
  /** Undefined when the metadata was not read yet. */
  texts: NftTexts | undefined;
}

/** Map key of a contract's token. */
export function nftKey(tokenId: number, number: Uint8Array): string {
  return `${tokenId}/${Buffer.from(number).toString("hex")}`;
}

/** Unknown facts of a contract are left out. SDKs get empty texts, and decimals of 0. */
export function presentErc20(contract: Party | undefined, terms: EvmTerms): z.infer<typeof erc20Token> {
  const { address } = contract ?? ZERO_PARTY;
  const { unknownText, unknownDecimals } = terms.dialect;
  const {
    name = unknownText,
    symbol = unknownText,
    decimals = unknownDecimals,
    ...party
  } = presentParty(contract ?? ZERO_PARTY, terms);
  const price = presentPrice(terms.prices.current(address, terms.currency), terms);
  return {
    ...party,
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(decimals === undefined ? {} : { decimals }),
    ercType: "ERC-20",
    ...(price && { price }),
  };
}

/** With `ownerAddress` where it is known. */
export function presentErc721(
  { contract = ZERO_PARTY, number, texts }: NftFacts,
  terms: EvmTerms,
): z.infer<typeof erc721Token> {
  const { unknownText } = terms.dialect;
  const { name = unknownText, symbol = unknownText } = presentParty(contract, terms);
  const { decimals: _, properties: __, ...fields } = fieldsOf(texts);
  return {
    address: formatEvmAddress(contract.address),
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    ercType: "ERC-721",
    tokenId: presentTokenNumber(number),
    ...presentUri(texts, terms),
    metadata: { ...presentStatus(texts, terms), ...fields },
  };
}

export function presentErc1155(
  { contract = ZERO_PARTY, number, texts }: NftFacts,
  terms: EvmTerms,
): z.infer<typeof erc1155Token> {
  const { attributes: _, ...fields } = fieldsOf(texts);
  return {
    address: formatEvmAddress(contract.address),
    ercType: "ERC-1155",
    tokenId: presentTokenNumber(number),
    ...presentUri(texts, terms),
    metadata: { ...presentStatus(texts, terms), ...fields },
  };
}

function fieldsOf(texts: NftTexts | undefined): NftMetadata {
  return texts?.metadata == null ? {} : JSON.parse(texts.metadata);
}

function presentUri(texts: NftTexts | undefined, { dialect }: EvmTerms): { tokenUri?: string } {
  const tokenUri = texts?.token_uri ?? dialect.unknownText;
  return tokenUri === undefined ? {} : { tokenUri };
}

function presentStatus(texts: NftTexts | undefined, { dialect }: EvmTerms) {
  const updatedAt = texts?.updated_at ?? null;
  return {
    indexStatus: dialect.indexStatus(texts?.status ?? "UNINDEXED"),
    ...(updatedAt === null ? {} : { metadataLastUpdatedTimestamp: updatedAt }),
  };
}

function presentTokenNumber(number: Uint8Array | null): string {
  return number === null ? "0" : String(amountOf(number));
}
