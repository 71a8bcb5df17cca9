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
  /** Unix seconds. Since Durango a period starts at the block's time. Of an auto-renewed validator: its current cycle. */
  start_time: number;
  /** Null on auto-renewed validators while the ledger doesn't say when the cycle ends. */
  end_time: number | null;
  weight: bigint;
  /** A permissioned subnet validator: no stake, no reward. */
  permissioned: boolean;
  /** Parts per million of delegation rewards that the validator keeps. */
  delegation_shares: number | null;
  /** nAVAX the period earns when it is rewarded; null where the ledger doesn't say. */
  potential_reward: bigint | null;
  /**
   * Once it ended: how (`STAKE_OUTCOME` in columns.ts), and the transaction that ended it. When it expired: its block,
   * with `NO_TX` as index.
   */
  ended_position: number | null;
  outcome: number | null;
}

/** A cycle of an auto-renewed validator. */
export interface StakeCycleTable {
  /** Of the staking transaction. */
  position: number;
  /** Of the transaction that began the cycle: the staking one, or the one that ended the previous cycle. */
  began_position: number;
  /** Unix seconds. */
  start_time: number;
  end_time: number;
  weight: bigint;
  /** nAVAX the cycle earns when it is rewarded. */
  potential_reward: bigint;
}

/** A subnet, from its creating transaction (the primary network has no row). */
export interface SubnetTable {
  /** Of the CreateSubnetTx, whose id is the subnet's. */
  position: number;
  subnet_id: Uint8Array;
  owner_locktime: bigint;
  owner_threshold: number;
  /** 20 bytes each. */
  owner_addresses: Uint8Array;
  /** Set once transformed (elastic) or converted (L1). */
  transformed_position: number | null;
  converted_position: number | null;
  /** Of the L1's validator manager: blockchain id and contract address. */
  manager_chain_id: Uint8Array | null;
  manager_address: Uint8Array | null;
}

/** A blockchain, from its CreateChainTx. Genesis data stays in the bytes. */
export interface BlockchainTable {
  /** Of the CreateChainTx, whose id is the blockchain's. */
  position: number;
  blockchain_id: Uint8Array;
  subnet_id: Uint8Array;
  vm_id: Uint8Array;
  name: string;
  /** From an EVM genesis; null for other chains. */
  evm_chain_id: number | null;
}

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
  /** The smallest nonce that the next weight change may have. */
  min_nonce: bigint;
  /**
   * Accrued fees at which the balance is used up (`block.l1_accrued_fees` + balance); 0 when inactive. The current
   * balance is this less the head's accrued fees. Null where the ledger doesn't say.
   */
  end_accumulated_fee: bigint | null;
  /** Set once the weight became 0. */
  removed_position: number | null;
}

/** The state of a validation right after a transaction or the passing of time changed it. */
export interface L1PointTable {
  /** `l1_validator.id`. */
  validation: number;
  /** Of the transaction; with `NO_TX` in columns.ts as index when the block itself ended the balance. */
  position: number;
  weight: bigint;
  /** nAVAX left right after; null where the ledger doesn't say. */
  balance: bigint | null;
  /** nAVAX paid into the balance here, and paid back out of it; the latter is null where the ledger doesn't say. */
  paid_in: bigint;
  paid_back: bigint | null;
}
