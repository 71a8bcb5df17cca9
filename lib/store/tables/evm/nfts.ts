import type { NftIndexStatus } from "../../../contract/data/evm-tokens";

/** A token of a collection that was ever moved. */
export interface NftTable {
  id: number;
  token_id: number;
  token_number: Uint8Array;
  /** Of an ERC-721, 0x0 when burned; null on ERC-1155, which have holders. */
  owner_id: number | null;
  /** Index of `TRANSFER_FORMS` in columns.ts. */
  form: number;
  minted_position: number;
}

/** How many tokens of a collection say one thing of themselves, by their metadata as last read. */
export interface NftAttributeTable {
  /** The contract, a number of `address`. */
  token_id: number;
  name: string;
  value: string;
  /** At least 1. */
  tokens: number;
}

/** What metadata of a collection's tokens add up to. */
export interface NftCollectionTable {
  /** The contract, a number of `address`. */
  token_id: number;
  /** Tokens whose metadata are read. */
  tokens_read: number;
}

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

/** Tokens whose contract said that their metadata changed, until they are marked to be read again. */
export interface MetadataUpdateTable {
  token_id: number;
  /** From this token to that one, both included. */
  first_number: Uint8Array;
  last_number: Uint8Array;
}
