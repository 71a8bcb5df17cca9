/** A contract that was made while indexed, or that writes token events. */
export interface ContractTable {
  address_id: number;
  /** Null for contracts of the genesis and for those whose making no trace told. */
  created_position: number | null;
  /** Sender of that transaction. */
  deployer_id: number | null;
  /** The contract that made it; null when the transaction itself did. */
  creator_id: number | null;
  /** Index of `TOKEN_STANDARDS` in columns.ts. */
  standard: number;
  /** As the contract answers; null when it does not. */
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** Its events don't add up (fees, rebasing, history not seen): what its holders have only the node can say. */
  asks_node: boolean;
  /** A token whose `Deposit` and `Withdrawal` change balances: one of them came without a `Transfer`. */
  wraps_coin: boolean;
}

/** What the node is still to be asked about a contract. A contract without a row has answered everything. */
export interface ContractQuestionTable {
  address_id: number;
  /** Bits of `CONTRACT_FACTS`: what is not settled. The contract's row holds what is known or guessed of them. */
  facts: number;
  /** How often in a row the node could not say; 0 when it was not asked yet. */
  attempts: number;
  /** Of the first of these failures, unix milliseconds. */
  failed_since_ms: number | null;
  /** What the node said the last time. */
  failure: string | null;
  /** When it is asked (again), unix milliseconds. */
  due_at_ms: number;
  /** Bits of `CONTRACT_DOUBTS`: events that were read by a guessed standard. */
  doubts: number;
}

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

/** What transfers left with a holder; zero balances stay, so that pages can go on from them. */
export interface TokenBalanceTable {
  token_id: number;
  holder_id: number;
  /** Which token of the contract; `NO_TOKEN_NUMBER` is the whole of it: an ERC-20 amount, or how many of a collection. */
  token_number: Uint8Array;
  balance: Uint8Array;
}

/** One movement of tokens: an event, or one item of a batch. */
export interface TokenTransferTable {
  position: number;
  log_index: number;
  item: number;
  /** The contract, a number of `address`. */
  token_id: number;
  /** Index of `TRANSFER_FORMS` in columns.ts. */
  form: number;
  from_id: number;
  to_id: number;
  /** Which token of the contract; null on ERC-20. */
  token_number: Uint8Array | null;
  value: Uint8Array;
}

/** Coin of the chain that a token wrapped or gave back, which changed what someone has of the token without a transfer. */
export interface CoinWrapTable {
  position: number;
  log_index: number;
  /** The contract, a number of `address`. */
  token_id: number;
  /** Whose balance it changed. */
  holder_id: number;
  /** Wrapped; otherwise given back. */
  wrapped: boolean;
  value: Uint8Array;
}
