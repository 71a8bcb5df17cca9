/** Who made a contract: the sender of a transaction that does, or a contract that does by an inner call. */
export interface DeployerTable {
  address_id: number;
  /** Of the first and of the last one, unix seconds. */
  first_time: number;
  last_time: number;
}
