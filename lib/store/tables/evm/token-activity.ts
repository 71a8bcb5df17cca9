/** Movements by token, keyed by epoch first. */
export interface TokenActivityTable {
  epoch: number;
  token_id: number;
  position: number;
  /** `eventItem` in columns.ts. */
  item: number;
}
