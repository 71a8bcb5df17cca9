/** Who is paid the rewards of a stake: of its own, and of a validator's shares of its delegators'. */
export interface RewardOwnerTable {
  address_id: number;
  /** Of the staking transaction. */
  position: number;
}
