/** A contract that was created while indexed, or that writes token events. */
export interface ContractTable {
  address_id: number;
  /** Null for contracts of the genesis, and where no trace gives the creation. */
  created_position: number | null;
  /** Sender of that transaction. */
  deployer_id: number | null;
  /** The contract that created it; null when the transaction itself did. */
  creator_id: number | null;
  /** Index of `TOKEN_STANDARDS` in columns.ts. */
  standard: number;
  /** The contract's answers; null where it gave none. */
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** Its events don't add up (fees, rebasing, history not seen): only the node knows its balances. */
  asks_node: boolean;
  /** A token whose `Deposit` and `Withdrawal` change balances: one of them came without a `Transfer`. */
  wraps_coin: boolean;
}

/** What is still to be asked about a contract. A contract without a row has answered everything. */
export interface ContractQuestionTable {
  address_id: number;
  /** Bits of `CONTRACT_FACTS`: the open facts. The contract's row holds what is known or guessed of them. */
  facts: number;
  /** Failures of the node in a row; 0 before the first try. */
  attempts: number;
  /** Of the first of these failures, unix milliseconds. */
  failed_since_ms: number | null;
  /** The node's last failure. */
  failure: string | null;
  /** When to ask (again), unix milliseconds. */
  due_at_ms: number;
  /** Bits of `CONTRACT_DOUBTS`: events that were read by a guessed standard. */
  doubts: number;
}

/** Totals of a token contract's movements. */
export interface TokenTable {
  /** The contract, a number of `address`. */
  token_id: number;
  /** Movements so far. Each item of a batch counts. */
  transfers: number;
  /** Addresses with a balance. */
  holders: number;
  /** Minted less burned; of a collection the number of its tokens, of any number. */
  supply: Uint8Array;
  /** The block at which balances were last compared with the contract's answers; null before the first time. */
  checked_height: number | null;
  /** The same for an address that wrapped coin or got it back. */
  wraps_checked_height: number | null;
}

/** A token whose balances are still to be compared with its contract. */
export interface UncomparedTokenTable {
  /** The contract, a number of `address`. */
  token_id: number;
  /** Whose balance is compared: who called the contract, or took part in a transfer. */
  holder_id: number;
  /** The block that gave the last reason to compare. */
  height: number;
}

/** A balance by transfers. Zero balances stay, so that pages can go on from them. */
export interface TokenBalanceTable {
  token_id: number;
  holder_id: number;
  /** Which token of the contract; `NO_TOKEN_NUMBER` for the whole: an ERC-20 amount, or how many of a collection. */
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

/** The newest event about what a spender may move of an owner's tokens of a contract. */
export interface ApprovalTable {
  /** Numbers of `address`. */
  owner_id: number;
  token_id: number;
  /** Index of `APPROVAL_FORMS` in columns.ts. */
  form: number;
  spender_id: number;
  /** The amount, or 1 for all tokens; 0 if it was taken back. Transfers may have spent some of it since. */
  value: Uint8Array;
  /** Of the event. */
  position: number;
  log_index: number;
}

/** The newest event about who may move a single token of a collection. It ends when the token moves. */
export interface NftApprovalTable {
  token_id: number;
  token_number: Uint8Array;
  /** Numbers of `address`. */
  owner_id: number;
  /** The zero address if it was taken back. */
  spender_id: number;
  /** Of the event. */
  position: number;
  log_index: number;
}

/** Coin of the chain that a token wrapped or gave back, changing a balance without a transfer. */
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
