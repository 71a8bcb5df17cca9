/** Addresses that were a party of a transaction or of a movement of tokens. */
export interface PartyTable {
  address_id: number;
  /** In which they were one last: months since the year 0. */
  month: number;
}

/** The same of those that sent. */
export type SenderTable = PartyTable;
