import type { NftIndexStatus } from "../../../contract/data/evm-tokens";

/** A token of a collection that has moved. */
export interface NftTable {
  id: number;
  token_id: number;
  token_number: Uint8Array;
  /** Of an ERC-721, 0x0 when burned; null on ERC-1155, which has holders. */
  owner_id: number | null;
  /** Index of `TRANSFER_FORMS` in columns.ts. */
  form: number;
  minted_position: number;
}

/** How many tokens of a collection have an attribute, by their metadata as last read. */
export interface NftAttributeTable {
  /** The contract, a number of `address`. */
  token_id: number;
  name: string;
  value: string;
  /** At least 1. */
  tokens: number;
}

/** Totals of a collection's metadata. */
export interface NftCollectionTable {
  /** The contract, a number of `address`. */
  token_id: number;
  /** Tokens whose metadata were read. */
  tokens_read: number;
}

/** The state of a token's metadata, and what to read next. A token without a row was not looked at yet. */
export interface NftMetadataTable {
  /** Of `nft`. Rows are written in its order. */
  nft_id: number;
  status: NftIndexStatus;
  /** From the contract, with `{id}` filled in; null when it gives none, or one that is too long. */
  token_uri: string | null;
  /** `NftMetadata` of avalanche/evm/nft-metadata.ts as JSON; null until they were read. */
  metadata: string | null;
  /** The JSON that the URI led to, as it was read; null until then, and where the URI holds it itself. */
  document: string | null;
  /** When they were read, unix seconds. */
  updated_at: number | null;
  /** Failures in a row. */
  attempts: number;
  /** What to read next: the contract, or the target of its URI. */
  next_from: "contract" | "http" | "ipfs" | "ar";
  /** When, unix milliseconds; null for never. */
  due_at_ms: number | null;
}

/** Tokens whose metadata changed by an event of their contract, until they are marked to be read again. */
export interface MetadataUpdateTable {
  token_id: number;
  /** From this token to that one, both included. */
  first_number: Uint8Array;
  last_number: Uint8Array;
}
