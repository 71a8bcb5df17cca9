/** A holder as of the list's block. */
export interface Holder {
  holderId: number;
  /** 20 bytes. */
  address: Uint8Array;
  balance: bigint;
}

/** Largest balance first, then by address. */
export function compareHolders(a: Holder, b: Holder): number {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1;
  return Buffer.compare(a.address, b.address);
}
