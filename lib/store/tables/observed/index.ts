/** What the node was seen to say in a stretch of time. @source lib/store/rows/observation.ts for `node` and `validators` */
export interface ObservationTable {
  /** Seconds of the stretch: 60, 3,600 or 86,400. */
  step: number;
  /** When it begins, unix seconds: a multiple of `step`. */
  at: number;
  /** How often the node was asked in it. */
  asked: number;
  /** How often it answered anything. */
  answered: number;
  /** What it said of itself and its peers: JSON, `NodeSums`. */
  node: string;
  /** What it said of validators, packed. */
  validators: Uint8Array;
}

/** Numbers of validators, by which packed observations know them. */
export interface ObservedValidatorTable {
  number: number;
  /** 20 bytes; of an L1's validator its validation id, 32 bytes. */
  node_id: Uint8Array;
}

/** Every table of the store of observations. */
export interface ObservedTables {
  observation: ObservationTable;
  observed_validator: ObservedValidatorTable;
}
