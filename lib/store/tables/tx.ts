import type { ChainCode } from "../rows/columns";

/**
 * A transaction, with what lists show. Everything else is decoded again from its bytes. Genesis transactions (validators,
 * chains) have height 0 and indexes from 1: position 0 of P stands for the genesis allocations (id of 32 zero bytes),
 * which no transaction made. On X the genesis assets and the time before linearisation have negative positions
 * (`dagPosition` in columns.ts). Atomic transactions of C number within their block.
 */
export interface TxTable {
  chain: ChainCode;
  /** `positionOf(height, indexInBlock)` in columns.ts, or `dagPosition`. */
  position: number;
  tx_id: Uint8Array;
  /** Codec type id. */
  tx_type: number;
  /** Chain time of the block, unix seconds; before linearisation, when there was none, that of acceptance by the node. */
  time: number;
  /** nAVAX in outputs of every kind: produced, staked, exported, and given to accounts of C. */
  value: bigint;
  /** nAVAX consumed (of accounts too) and not in `value`: the fee and what moved into L1 validator balances. */
  burned: bigint;
  /** nAVAX in stake outputs. */
  staked: bigint;
  /** nAVAX moved into L1 validator balances. */
  l1_balance: bigint;
  /** Proposals only, once decided: `TX_OUTCOME` in columns.ts. */
  outcome: number | null;
}
