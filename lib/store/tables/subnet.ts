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
