/** Active addresses of a week, from Monday, or of a UTC month. */
export interface ActivePeriodTable {
  /** `PERIOD_UNIT` in columns.ts. */
  unit: number;
  /** Unix hour at which it begins. */
  start_hour: number;
  /** Distinct addresses in transactions and token movements, and how many of them sent. */
  addresses: number;
  senders: number;
}

/** Active addresses in the time before the newest block. */
export interface ActiveWindowTable {
  /** Its length. It ends with the newest block's second. */
  seconds: number;
  /** Distinct addresses in transactions and token movements, and how many of them sent. */
  addresses: number;
  senders: number;
}

/** Statistics of an hour, or a UTC day, of chain time. Amounts are wei, `toAmount` in columns.ts. */
export interface ChainActivityTable {
  /** Its length: 1, or 24. */
  hours: number;
  /** Unix hour at which it begins. */
  start_hour: number;
  blocks: number;
  transactions: number;
  /** Used, by receipts. */
  gas: number;
  /** Paid by its transactions. */
  fees: Uint8Array;
  /** Sum and maximum of the prices per unit that its transactions paid. */
  gas_prices: Uint8Array;
  max_gas_price: Uint8Array;
  /** Distinct addresses in transactions and token movements, and how many of them sent. */
  addresses: number;
  senders: number;
  /** How many of them had not been in any before. */
  new_addresses: number;
  /** On a day: addresses that created contracts, and how many of them did so for the first time. 0 in an hour. */
  deployers: number;
  new_deployers: number;
  /** Created, also by contracts. */
  contracts: number;
  /** The block with the most transactions per second: how many, and milliseconds since the block before. */
  peak_transactions: number;
  peak_transactions_ms: number;
  /** The block with the most gas per second, likewise. */
  peak_gas: number;
  peak_gas_ms: number;
}

/**
 * How the columns of a period follow from those of its parts. `count` and `wei` add up; of `highest wei` the largest
 * is kept, of a `rate` the largest together with its `rate's ms`, the milliseconds in which it was reached.
 */
export const ACTIVITY_COLUMNS = {
  blocks: "count",
  transactions: "count",
  gas: "count",
  fees: "wei",
  gas_prices: "wei",
  max_gas_price: "highest wei",
  addresses: "count",
  senders: "count",
  new_addresses: "count",
  deployers: "count",
  new_deployers: "count",
  contracts: "count",
  peak_transactions: "rate",
  peak_transactions_ms: "rate's ms",
  peak_gas: "rate",
  peak_gas_ms: "rate's ms",
} as const satisfies Record<
  Exclude<keyof ChainActivityTable, "hours" | "start_hour">,
  "count" | "wei" | "highest wei" | "rate" | "rate's ms"
>;

/** Who made a contract: the sender of a transaction that does, or a contract that does by an inner call. */
export interface DeployerTable {
  address_id: number;
  /** Of the first and last created contract, unix seconds. */
  first_time: number;
  last_time: number;
}

/** The UTC days on which an address created a contract. */
export interface DeployerDayTable {
  /** Unix hour at which the day begins. */
  start_hour: number;
  address_id: number;
}

/** Addresses in transactions or token movements. */
export interface PartyTable {
  address_id: number;
  /** Of their last activity: months since the year 0. */
  month: number;
}

/** Addresses that sent. */
export type SenderTable = PartyTable;
