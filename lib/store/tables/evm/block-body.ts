/** The raw transactions of a block that has any: `encodeBody` in evm-body.ts. */
export interface EvmBlockBodyTable {
  height: number;
  bytes: Uint8Array;
}
