/**
 * Owners of several addresses, by each of them: outputs are found by all their owners as `utxo.owners` packs them, and
 * this says in which company an address owns.
 */
export interface SharedOwnerTable {
  /** 20 bytes. */
  address: Uint8Array;
  owners: Uint8Array;
}
