import { readTokenUri } from "@/lib/avalanche/evm/nft-metadata";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { FirnStatus } from "@/lib/contract/firn/status";

const WORDS: Record<NftToken["metadata"]["indexStatus"], string> = {
  UNKNOWN: "Unknown",
  MISSING_TOKEN: "The contract has no such token",
  INVALID_TOKEN_URI: "The contract gives no usable address",
  INVALID_TOKEN_URI_SCHEME: "Its address can’t be read by Firn",
  UNREACHABLE_TOKEN_URI: "The source does not answer",
  THROTTLED_TOKEN_URI: "The source limits requests",
  METADATA_CONTENT_TOO_LARGE: "Too large",
  INVALID_METADATA: "Malformed",
  INVALID_METADATA_JSON: "No JSON",
  INDEXED: "Read",
  UNINDEXED: "Not read yet",
  indexed: "Read",
};

/** How far the metadata of a token were read. */
export function sayMetadata({ metadata }: NftToken): string {
  return WORDS[metadata.indexStatus];
}

/** What a browser draws without running anything, whatever the bytes are: it shows images as images. */
const DRAWN = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;
/** Characters; a page of many tokens holds each image whole. */
const MAX_IMAGE = 256 * 1024;

/** From where the API fetches images of tokens. */
export type MediaSchemes = NonNullable<FirnStatus["media"]>;

/** What is shown of a token: an image, or why there is none and whether the operator may allow it. */
export type ShownImage = { source: string } | { why: string; refused?: true };

/** The image of a token, in its metadata or as Firn's copy: a browser asks nobody else for it. */
export function imageOf(token: NftToken, chainId: string, fetched: MediaSchemes): ShownImage {
  const { imageUri, indexStatus } = token.metadata;
  if (imageUri === undefined || imageUri === "")
    return { why: /^indexed$/i.test(indexStatus) ? "No image" : `Metadata: ${sayMetadata(token)}` };
  const place = readTokenUri(imageUri);
  if ("fault" in place) return { why: "Its image’s address can’t be read" };
  if (place.scheme === "data") {
    if (!DRAWN.test(imageUri)) return { why: "What its metadata hold is no image" };
    return imageUri.length > MAX_IMAGE ? { why: "Image too large to show here" } : { source: imageUri };
  }
  if (fetched.includes(place.scheme))
    return { source: `/firn/v1/chains/${chainId}/nfts/${token.address}/${token.tokenId}/image` };
  const source = place.scheme === "http" ? new URL(place.url).host : `${place.scheme}:`;
  return { why: `Not fetched from ${source.slice(0, 60)}`, refused: true };
}

/** What a token is called by its metadata, in as many characters as a line may need; anybody wrote it. */
export function nameOfNft({ metadata }: NftToken): string | undefined {
  return metadata.name === undefined ? undefined : shorten(metadata.name, 120);
}

/** The beginning of a text that may be long. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
