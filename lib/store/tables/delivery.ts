/** Where messages go: what any store has that sends messages (`lib/delivery`). Times: unix ms. */
export interface DeliveryTargetTable {
  /** A UUID. */
  id: string;
  /** Empty where whoever delivers knows it otherwise. */
  url: string;
  /** Name of the secret in `delivery_secret` that signs its messages; empty with an empty URL. */
  signer: string;
  /** `open` or `closed`: a closed one gets nothing, and nothing waits for it. */
  state: string;
  /** Whether its host may have any address that is not link-local; otherwise only public ones: 1 or 0. */
  is_private: number;
  /** Why it was closed; null while it is open. */
  reason: string | null;
  /** Attempts that failed since the last that did not, and when the first of them was. */
  failures: number;
  failing_since_ms: number | null;
  /** Nothing is sent before; 0 when it may be. */
  paused_until_ms: number;
  last_success_ms: number | null;
  last_failure_ms: number | null;
  last_error: string | null;
  /** Messages that were taken, and that were given up. */
  delivered: number;
  dropped: number;
}

/** A message that waits. It is deleted once it was taken or given up. */
export interface DeliveryTable {
  /** Counts up: the order in which messages were made. */
  number: number;
  target: string;
  /** Unique for the target: a receiver knows a repetition by it. */
  message_id: string;
  /** The JSON that is sent, canonical. */
  body: string;
  /** Bytes of the body. */
  size: number;
  created_at_ms: number;
  attempts: number;
  next_at_ms: number;
}

/** 32 bytes in hex. */
export interface DeliverySecretTable {
  name: string;
  secret: string;
}

export interface DeliveryTables {
  delivery: DeliveryTable;
  delivery_secret: DeliverySecretTable;
  delivery_target: DeliveryTargetTable;
}
