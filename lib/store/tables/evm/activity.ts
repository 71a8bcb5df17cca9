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

/** Who was a party in the time before the newest block. */
export interface ActiveWindowTable {
  /** How long that is; the newest block's second is its last one. */
  seconds: number;
  /** Distinct parties of transactions and of token movements, and those of them that sent. */
  addresses: number;
  senders: number;
}

/** What happened in an hour, or on a UTC day, of chain time. Amounts are wei, `toAmount` in columns.ts. */
export interface ChainActivityTable {
  /** How long it is: 1, or 24. */
  hours: number;
  /** Unix hour that it begins with. */
  start_hour: number;
  blocks: number;
  transactions: number;
  /** Used, as receipts say. */
  gas: number;
  /** Paid by its transactions. */
  fees: Uint8Array;
  /** Sum and largest of the prices a unit that its transactions paid. */
  gas_prices: Uint8Array;
  max_gas_price: Uint8Array;
  /** Distinct parties of transactions and of token movements, and those of them that sent. */
  addresses: number;
  senders: number;
  /** Those of the distinct parties that were none before. */
  new_addresses: number;
  /** On a day: who made contracts, and those of them who had made none before. 0 in an hour. */
  deployers: number;
  new_deployers: number;
  /** Made, also by contracts. */
  contracts: number;
  /** The block with most transactions a second: how many, and milliseconds since the block before. */
  peak_transactions: number;
  peak_transactions_ms: number;
  /** The same by gas. */
  peak_gas: number;
  peak_gas_ms: number;
}

/** Who made a contract: the sender of a transaction that does, or a contract that does by an inner call. */
export interface DeployerTable {
  address_id: number;
  /** Of the first and of the last one, unix seconds. */
  first_time: number;
  last_time: number;
}

/** The UTC days on which someone made a contract. */
export interface DeployerDayTable {
  /** Unix hour that the day begins with. */
  start_hour: number;
  address_id: number;
}

/** Addresses that were a party of a transaction or of a movement of tokens. */
export interface PartyTable {
  address_id: number;
  /** In which they were one last: months since the year 0. */
  month: number;
}

/** The same of those that sent. */
export type SenderTable = PartyTable;
