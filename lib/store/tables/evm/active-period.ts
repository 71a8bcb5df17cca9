/** Who was a party in a week, from Monday, or in a month of UTC. */
export interface ActivePeriodTable {
  /** `PERIOD_UNIT` in columns.ts. */
  unit: number;
  /** Unix hour that it begins with. */
  start_hour: number;
  /** Distinct parties of transactions and of token movements, and those of them that sent. */
  addresses: number;
  senders: number;
}
