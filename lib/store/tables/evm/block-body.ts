/** What is not stored elsewhere: on L1s the raw transactions of a block, each behind its length, deflated. */
export interface EvmBlockBodyTable {
  height: number;
  bytes: Uint8Array;
}
