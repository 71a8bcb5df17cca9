/** Everything that concerns an address, keyed by epoch first: inserts stay in a small part of the table. */
export interface AddressActivityTable {
  epoch: number;
  address_id: number;
  /** `ACTIVITY` in columns.ts. */
  kind: number;
  position: number;
  /** 0, the trace index, or `eventItem` in columns.ts. */
  item: number;
}
