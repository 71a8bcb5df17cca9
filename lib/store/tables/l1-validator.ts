/** A validation of an L1, as of the indexed head. */
export interface L1ValidatorTable {
  /** Small number for `l1_point`, in order of registration. */
  id: number;
  validation_id: Uint8Array;
  subnet_id: Uint8Array;
  node_id: Uint8Array;
  registered_position: number;
  /** 48 bytes, compressed G1. */
  public_key: Uint8Array;
  remaining_balance_threshold: number;
  /** 20 bytes each. */
  remaining_balance_addresses: Uint8Array;
  deactivation_threshold: number;
  deactivation_addresses: Uint8Array;
  weight: bigint;
  /** The least nonce the next weight change may carry. */
  min_nonce: bigint;
  /**
   * Accrued fees at which the balance is used up (`block.l1_accrued_fees` + balance); 0 when inactive. What is left now
   * is this less the head's accrued fees. Null where the ledger doesn't say.
   */
  end_accumulated_fee: bigint | null;
  /** Set once the weight became 0. */
  removed_position: number | null;
}
