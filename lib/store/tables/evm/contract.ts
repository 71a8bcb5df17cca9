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
  asks_node: number;
  /** 1 for a token whose `Deposit` and `Withdrawal` change balances: no `Transfer` stood beside one of them. */
  wraps_coin: number;
}
