/** Addresses that were a party of a transaction or of a movement of tokens. */
export interface PartyTable {
  address_id: number;
}
