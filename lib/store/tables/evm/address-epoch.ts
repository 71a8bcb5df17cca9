/** The epochs in which an address has activity. */
export interface AddressEpochTable {
  address_id: number;
  epoch: number;
}
