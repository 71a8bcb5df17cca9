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
