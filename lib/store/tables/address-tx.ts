/** Every transaction that touched an address: it owns something consumed or made there. */
export interface AddressTxTable {
  address_id: number;
  chain: number;
  position: number;
  /** Codec type id, repeated here so that a filtered page reads this table alone. */
  tx_type: number;
}
