/** A cycle of an auto-renewed validator. */
export interface StakeCycleTable {
  /** Of the staking transaction. */
  position: number;
  /** Of the transaction that began the cycle: the staking one, or the one that ended the cycle before. */
  began_position: number;
  /** Unix seconds. */
  start_time: number;
  end_time: number;
  weight: bigint;
  /** nAVAX the cycle earns when it is rewarded. */
  potential_reward: bigint;
}
