/** How many tokens of a collection say one thing of themselves, by their metadata as last read. */
export interface NftAttributeTable {
  /** The contract, a number of `address`. */
  token_id: number;
  name: string;
  value: string;
  /** At least 1. */
  tokens: number;
}
