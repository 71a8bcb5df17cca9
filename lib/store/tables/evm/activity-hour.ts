/** What happened in an hour of chain time. */
export interface ActivityHourTable {
  /** Unix hours. */
  hour: number;
  blocks: number;
  transactions: number;
  /** Used, as receipts say. */
  gas: number;
}
