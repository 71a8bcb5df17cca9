/** A token of a collection that was ever moved. */
export interface NftTable {
  id: number;
  token_id: number;
  token_number: Uint8Array;
  /** Of an ERC-721, 0x0 when burned; null on ERC-1155, which have holders. */
  owner_id: number | null;
  /** Index of `TRANSFER_FORMS` in columns.ts. */
  form: number;
  minted_position: number;
}
