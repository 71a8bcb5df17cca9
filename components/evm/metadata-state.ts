import type { NftToken } from "@/lib/contract/data/nfts";

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

/** The image of a token if it needs nobody else to be shown; or why it is not shown. */
export function imageOf(token: NftToken): { source: string } | { why: string } {
  const { imageUri, indexStatus } = token.metadata;
  if (imageUri === undefined || imageUri === "")
    return { why: /^indexed$/i.test(indexStatus) ? "No image" : sayMetadata(token) };
  if (!DRAWN.test(imageUri)) {
    const place = /^(https?):\/\/([^/?#]+)/i.exec(imageUri)?.[2] ?? `${imageUri.split(":", 1)[0]}:`;
    return { why: `Not loaded from ${place.slice(0, 60)}` };
  }
  return imageUri.length > MAX_IMAGE ? { why: "Image too large to show here" } : { source: imageUri };
}
