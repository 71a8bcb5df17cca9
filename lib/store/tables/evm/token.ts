/** What the movements of a token contract add up to. */
export interface TokenTable {
  /** The contract, a number of `address`. */
  token_id: number;
  /** Movements ever: items of batches count each. */
  transfers: number;
  /** Addresses that hold any. */
  holders: number;
  /** Minted less burned; of a collection the number of its tokens, whichever they are. */
  supply: Uint8Array;
  /** The block at which its holdings were last compared with what the contract answers; null before that. */
  checked_height: number | null;
  /** The same of someone who wrapped coin by it, or got coin back. */
  wraps_checked_height: number | null;
}
