/** The dictionary of addresses: owners of outputs (20 bytes, one row whatever the chain) and EVM accounts (`accountKey`). */
export interface AddressTable {
  id: number;
  bytes: Uint8Array;
}
