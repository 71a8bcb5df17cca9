/** A validator or delegator period. The transaction's position is the key; its bytes hold owners and keys. */
export interface StakeTable {
  /** Of the staking transaction. */
  position: number;
  /** Small number in the order of positions, for page tokens. */
  id: number;
  /** `STAKE_ROLE` in columns.ts. */
  role: number;
  subnet_id: Uint8Array;
  node_id: Uint8Array;
  /** Unix seconds. From Durango a period starts at the block's time; of an auto-renewed validator: the cycle it is in. */
  start_time: number;
  /** Null on auto-renewed validators while the ledger doesn't say when the cycle ends. */
  end_time: number | null;
  weight: bigint;
  /** A permissioned subnet validator: no stake, no reward. */
  permissioned: 0 | 1;
  /** Parts per million of delegation rewards that the validator keeps. */
  delegation_shares: number | null;
  /** nAVAX the period earns when it is rewarded; null where the ledger doesn't say. */
  potential_reward: bigint | null;
  /**
   * Once over: how (`STAKE_OUTCOME` in columns.ts), and the transaction that ended it; when it expired, its block with
   * `NO_TX` as index.
   */
  ended_position: number | null;
  outcome: number | null;
}
