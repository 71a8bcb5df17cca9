/** Requests of one kind in a stretch of time. */
export interface UsageTable {
  /** Seconds of the stretch: 60, 3,600 or 86,400. */
  step: number;
  /** When it begins, unix seconds: a multiple of `step`. */
  at: number;
  /** The process that counted them; empty for a stretch that was added up of shorter ones. */
  writer: string;
  /** Name of the API key; empty for requests without one. */
  key: string;
  /** The contract's path. */
  route: string;
  /** The `chainId` of the path; empty where there is none, or nothing was answered. */
  chain: string;
  /** HTTP status. */
  status: number;
  requests: number;
  /** What they counted against the limit, together. */
  credits: number;
  /** How long they took: JSON, `Durations` in `rows/durations.ts`. */
  durations: string;
}

/** Every table of the store of usage. */
export interface UsageTables {
  usage: UsageTable;
}
