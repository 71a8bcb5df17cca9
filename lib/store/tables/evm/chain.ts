/** A block of an EVM chain. */
export interface EvmBlockTable {
  height: number;
  hash: Uint8Array;
  parent_hash: Uint8Array;
  /** Unix seconds; the milliseconds since Granite. */
  time: number;
  time_ms: number | null;
  gas_limit: number;
  /** By the header: since Helicon the sum of limits. */
  gas_used: number;
  /** Wei, `toAmount` in columns.ts; null before dynamic fees. */
  base_fee: Uint8Array | null;
  /** In bytes, as the node counts them. */
  size: number;
  tx_count: number;
  /** 20 bytes. */
  miner: Uint8Array;
  /** When the node accepted it, unix nanoseconds; null on L1s, which are read from RPC. */
  accepted_at_ns: bigint | null;
  /** When its row was written, unix ms. */
  stored_at_ms: number;
  /** Since Helicon: the last block whose execution this header vouches for. */
  settled_height: number | null;
  /** Wei, by the header; null before headers had it. */
  gas_cost: Uint8Array | null;
  /** Wei that its transactions paid. */
  fees: Uint8Array;
  /** Transactions of the indexed chain, this block's included. */
  tx_total: number;
}

/** The raw transactions of a block that has any: `encodeBody` in evm-body.ts. */
export interface EvmBlockBodyTable {
  height: number;
  bytes: Uint8Array;
}

/** The logs of a block that has any: `encodeLogs` in evm-logs.ts. */
export interface LogBodyTable {
  height: number;
  bytes: Uint8Array;
}

/** Blocks that have logs with a contract or topic, if no token transfer says so: `LogTerms` in log-terms.ts. */
export interface LogTermTable {
  term: number;
  /** A bit for each of 32 blocks. */
  blocks: number;
}

/** A transaction with what lists show; the rest is decoded from its bytes. Amounts are `toAmount` in columns.ts. */
export interface EvmTransactionTable {
  /** `positionOf(height, index)` in columns.ts. */
  position: number;
  hash: Uint8Array;
  /** Numbers of `address`. */
  from_id: number;
  /** Null when it creates a contract, which is `created_id`. */
  to_id: number | null;
  created_id: number | null;
  /** By its receipt: 1, or 0 when it failed. */
  status: number;
  tx_type: number;
  nonce: number;
  /** Wei. */
  value: Uint8Array;
  gas_limit: number;
  gas_used: number;
  /** Wei per unit, as paid. */
  gas_price: Uint8Array;
  /** First four bytes of the input; null when there are fewer. */
  selector: Uint8Array | null;
  log_count: number;
}

/** An account that signed a transaction: its address as an owner of outputs on P and X is known too. */
export interface EvmSignerTable {
  /** The account, a number of `address`. */
  address_id: number;
  /** 20 bytes: as an owner of outputs. */
  key_address: Uint8Array;
  /** 33 bytes, compressed. */
  public_key: Uint8Array;
  /** Of the first transaction that it signed. */
  position: number;
}

/** A call inside a transaction that moves value or creates a contract. The transaction's own call is not one. */
export interface InternalTransactionTable {
  position: number;
  /** Place in the call tree, parents before children. */
  trace_index: number;
  /** Index of `CALL_TYPES` in columns.ts. */
  call_type: number;
  from_id: number;
  to_id: number | null;
  /** Wei. */
  value: Uint8Array;
  gas_limit: number;
  gas_used: number;
  /** Undone, by its own failure or that of a call around it. */
  reverted: boolean;
}

/** Finds blocks and transactions by hash. The full hash is compared in the row that it points to. */
export interface EvmHashTable {
  prefix48: number;
  /** `EVM_HASH_KIND` in columns.ts. */
  kind: number;
  /** Height of a block, position of a transaction. */
  position: number;
}

/** Which blocks the store has, and which of them its figures count. One row; none while there is no block. */
export interface HistoryTable {
  id: 1;
  /** The oldest stored block. Every block from there to the newest is stored. */
  first_height: number;
  older: OlderBlocks;
  /** The oldest block that figures count: balances, supplies, owners, and statistics of hours and days. */
  counted_from: number;
  /** The newest one; null for the newest stored block. */
  counted_to: number | null;
}

/** Blocks older than the oldest stored one: there are `none`, they are being read, or the node does not have them. */
export type OlderBlocks = "none" | "wanted" | "missing";

/** Facts about the chain, one row each, as text: `EvmFacts` in evm-facts.ts. */
export interface EvmNetworkTable {
  key: string;
  value: string;
}

/** Everything that concerns an address, keyed by epoch first, so that inserts stay in a small part of the table. */
export interface AddressActivityTable {
  epoch: number;
  address_id: number;
  /** `ACTIVITY` in columns.ts. */
  kind: number;
  position: number;
  /** 0, the trace index, or `eventItem` in columns.ts. */
  item: number;
}

/** The epochs in which an address has activity. */
export interface AddressEpochTable {
  address_id: number;
  epoch: number;
}

/** How many items of activity each epoch holds. The last one is being filled. */
export interface EpochTable {
  epoch: number;
  items: number;
  /** Everything before it is in earlier epochs. */
  first_position: number;
}

/** What a transaction did to a message between chains: `MessageStep`. */
export interface MessageStepTable {
  /** Position of the block's height, with the number of the step in its block. */
  step: number;
  /** Of the transaction. */
  position: number;
  /** `MESSAGE_STEPS`. */
  kind: number;
  message_id: Uint8Array;
  other_blockchain_id: Uint8Array;
  sender: Uint8Array | null;
  recipient: Uint8Array | null;
  data: Uint8Array;
}

/** Why a transaction failed, as its trace tells it: of the call in which its failure began. */
export interface TxFailureTable {
  position: number;
  /** Calls around that one. */
  depth: number;
  /** What was called; null for a creation. */
  address_id: number | null;
  /** In the node's words; empty if it never ran. */
  error: string;
  /** The first bytes of what was returned. */
  output: Uint8Array;
}
