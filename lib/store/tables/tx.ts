/**
 * A transaction, with what lists show. Everything else is decoded again from its bytes. Genesis transactions (validators,
 * chains) have height 0 and indexes from 1: position 0 of P stands for the genesis allocations (id of 32 zero bytes),
 * which no transaction made.
 */
export interface TxTable {
  chain: number;
  /** `positionOf(height, indexInBlock)` in columns.ts. */
  position: number;
  tx_id: Uint8Array;
  /** Codec type id. */
  tx_type: number;
  /** Chain time of the block, unix seconds. */
  time: number;
  /** nAVAX in outputs of every kind: produced, staked and exported. */
  value: bigint;
  /** nAVAX consumed and not in `value`: the fee and what moved into L1 validator balances. */
  burned: bigint;
  /** nAVAX in stake outputs. */
  staked: bigint;
  /** nAVAX moved into L1 validator balances. */
  l1_balance: bigint;
  /** Proposals only, once decided: `TX_OUTCOME` in columns.ts. */
  outcome: number | null;
}
