/** UTXOs by owner. */
export interface UtxoAddressTable {
  address_id: number;
  chain: number;
  position: number;
  output_index: number;
}
