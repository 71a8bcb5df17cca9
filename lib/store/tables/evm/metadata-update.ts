/** Tokens whose contract said that their metadata changed, until they are marked to be read again. */
export interface MetadataUpdateTable {
  token_id: number;
  /** From this token to that one, both included. */
  first_number: Uint8Array;
  last_number: Uint8Array;
}
