import type { NftIndexStatus } from "../../../contract/data/evm-tokens";

/** What is known of a token's metadata, and what is to be read next. A token without a row was not looked at yet. */
export interface NftMetadataTable {
  /** Of `nft`. Rows are made in its order. */
  nft_id: number;
  status: NftIndexStatus;
  /** As the contract says, `{id}` put in; null when it says none, or one that is too long. */
  token_uri: string | null;
  /** `NftMetadata` of avalanche/evm/nft-metadata.ts as JSON; null unless they were read. */
  metadata: string | null;
  /** When they were read, unix seconds. */
  updated_at: number | null;
  /** Failures in a row. */
  attempts: number;
  /** Who is asked next: the contract, or what its URI names. */
  next_from: "contract" | "http" | "ipfs" | "ar";
  /** When, unix milliseconds; null when nobody is. */
  due_at_ms: number | null;
}
