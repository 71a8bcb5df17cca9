/** What metadata of a collection's tokens add up to. */
export interface NftCollectionTable {
  /** The contract, a number of `address`. */
  token_id: number;
  /** Tokens whose metadata are read. */
  tokens_read: number;
}
