/** The dictionary of addresses (20 bytes; the same key has one row, whatever the chain). */
export interface AddressTable {
  id: number;
  bytes: Uint8Array;
}
