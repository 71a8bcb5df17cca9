/** The books of `avalanche/ledger` as it writes them: what the next block depends on and bytes don't say. */
export interface LedgerRecordTable {
  /** Which of the ledger's tables. */
  kind: string;
  key: string;
  text: string;
}
