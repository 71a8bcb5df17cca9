/** A message between chains that a transaction sent or received. */
export interface TeleporterMessageTable {
  position: number;
  log_index: number;
  message_id: Uint8Array;
  /** 1 when sent, 0 when received. */
  sent: number;
  /** The blockchain at the other end. */
  other_blockchain_id: Uint8Array;
}
