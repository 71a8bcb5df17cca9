import { cleanName } from "@/components/ui/name";
import { readTokenUri } from "@/lib/avalanche/evm/nft-metadata";
import type { NftToken } from "@/lib/contract/data/nfts";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { shorten } from "@/lib/words/format";

const WORDS: Record<NftToken["metadata"]["indexStatus"], string> = {
  UNKNOWN: "Unknown",
  MISSING_TOKEN: "The contract has no such token",
  INVALID_TOKEN_URI: "The contract’s token URI is unusable",
  INVALID_TOKEN_URI_SCHEME: "Firn can’t read this kind of URI",
  UNREACHABLE_TOKEN_URI: "The source does not answer",
  THROTTLED_TOKEN_URI: "The source limits requests",
  METADATA_CONTENT_TOO_LARGE: "Too large",
  INVALID_METADATA: "Malformed",
  INVALID_METADATA_JSON: "Not JSON",
  INDEXED: "Read",
  UNINDEXED: "Not read yet",
  indexed: "Read",
};

/** Sources that the API fetches metadata and images from. */
export type MediaSchemes = NonNullable<FirnStatus["media"]>;

/** State of a token's metadata, in words. */
export function formatMetadataState({ tokenUri, metadata }: NftToken, mediaSchemes: MediaSchemes): string {
  const refused = metadata.indexStatus === "UNINDEXED" ? refusedSource(tokenUri, mediaSchemes) : undefined;
  return refused === undefined ? WORDS[metadata.indexStatus] : `Not fetched from ${refused}`;
}

/** The source of a URI, if the operator does not let Firn fetch from it. */
function refusedSource(uri: string | undefined, mediaSchemes: MediaSchemes): string | undefined {
  if (uri === undefined) return undefined;
  const place = readTokenUri(uri);
  if ("fault" in place || place.scheme === "data" || mediaSchemes.includes(place.scheme)) return undefined;
  return shorten(place.scheme === "http" ? new URL(place.url).host : `${place.scheme}:`, 60);
}

/** Images that a browser draws without running anything. As an `img` they are treated as images, whatever their bytes. */
const DRAWN = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;
/** Characters. A page of many tokens holds each image whole. */
const MAX_IMAGE = 256 * 1024;

/** The image of a token, or why there is none. */
export type ShownImage = { source: string } | { why: string; icon: "ring" | "pend" | "eyeoff" };

/** The image of a token: from its metadata, or Firn's copy. The browser contacts no other host. */
export function imageOf(token: NftToken, chainId: string, mediaSchemes: MediaSchemes): ShownImage {
  const { imageUri = "" } = token.metadata;
  if (imageUri === "") return whyNoImage(token, mediaSchemes);
  const place = readTokenUri(imageUri);
  if ("fault" in place) return { why: "Firn can’t read the image’s URI", icon: "ring" };
  if (place.scheme === "data") {
    if (!DRAWN.test(imageUri)) return { why: "The metadata holds no image", icon: "ring" };
    if (imageUri.length > MAX_IMAGE) return { why: "Image too large to show here", icon: "ring" };
    return { source: imageUri };
  }
  const refused = refusedSource(imageUri, mediaSchemes);
  if (refused !== undefined) return { why: `Not fetched from ${refused}`, icon: "eyeoff" };
  return { source: `/firn/v1/chains/${chainId}/nfts/${token.address}/${token.tokenId}/image` };
}

function whyNoImage(token: NftToken, mediaSchemes: MediaSchemes): ShownImage {
  const { indexStatus } = token.metadata;
  if (/^indexed$/i.test(indexStatus)) return { why: "No image", icon: "ring" };
  const why = `Metadata: ${formatMetadataState(token, mediaSchemes)}`;
  if (indexStatus !== "UNINDEXED") return { why, icon: "ring" };
  return { why, icon: refusedSource(token.tokenUri, mediaSchemes) === undefined ? "pend" : "eyeoff" };
}

/** Name of a token in its metadata, cut to one line. Anybody may have written it. */
export function nameOfNft({ metadata }: NftToken): string | undefined {
  return metadata.name === undefined ? undefined : cleanName(metadata.name, 120) || undefined;
}
