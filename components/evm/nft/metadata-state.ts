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

/** From where the API fetches for tokens. */
export type MediaSchemes = NonNullable<FirnStatus["media"]>;

/** How far the metadata of a token were read. */
export function sayMetadata({ tokenUri, metadata }: NftToken, fetched: MediaSchemes): string {
  const refused = metadata.indexStatus === "UNINDEXED" ? refusedSource(tokenUri, fetched) : undefined;
  return refused === undefined ? WORDS[metadata.indexStatus] : `Not fetched from ${refused}`;
}

/** Whom the operator does not let Firn ask, of those that a URI names. */
function refusedSource(uri: string | undefined, fetched: MediaSchemes): string | undefined {
  if (uri === undefined) return undefined;
  const place = readTokenUri(uri);
  if ("fault" in place || place.scheme === "data" || fetched.includes(place.scheme)) return undefined;
  return shorten(place.scheme === "http" ? new URL(place.url).host : `${place.scheme}:`, 60);
}

/** What a browser draws without running anything, whatever the bytes are: it shows images as images. */
const DRAWN = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;
/** Characters; a page of many tokens holds each image whole. */
const MAX_IMAGE = 256 * 1024;

/** What is shown of a token: an image, or why there is none. */
export type ShownImage = { source: string } | { why: string; icon: "ring" | "pend" | "eyeoff" };

/** The image of a token, in its metadata or as Firn's copy: a browser asks nobody else for it. */
export function imageOf(token: NftToken, chainId: string, fetched: MediaSchemes): ShownImage {
  const { imageUri = "" } = token.metadata;
  if (imageUri === "") return whyNoImage(token, fetched);
  const place = readTokenUri(imageUri);
  if ("fault" in place) return { why: "Its image’s address can’t be read", icon: "ring" };
  if (place.scheme === "data") {
    if (!DRAWN.test(imageUri)) return { why: "What its metadata hold is no image", icon: "ring" };
    if (imageUri.length > MAX_IMAGE) return { why: "Image too large to show here", icon: "ring" };
    return { source: imageUri };
  }
  const refused = refusedSource(imageUri, fetched);
  if (refused !== undefined) return { why: `Not fetched from ${refused}`, icon: "eyeoff" };
  return { source: `/firn/v1/chains/${chainId}/nfts/${token.address}/${token.tokenId}/image` };
}

function whyNoImage(token: NftToken, fetched: MediaSchemes): ShownImage {
  const { indexStatus } = token.metadata;
  if (/^indexed$/i.test(indexStatus)) return { why: "No image", icon: "ring" };
  const why = `Metadata: ${sayMetadata(token, fetched)}`;
  if (indexStatus !== "UNINDEXED") return { why, icon: "ring" };
  return { why, icon: refusedSource(token.tokenUri, fetched) === undefined ? "pend" : "eyeoff" };
}

/** What a token is called by its metadata, in as many characters as a line may need; anybody wrote it. */
export function nameOfNft({ metadata }: NftToken): string | undefined {
  return metadata.name === undefined ? undefined : shorten(metadata.name, 120);
}

/** The beginning of a text that may be long. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
