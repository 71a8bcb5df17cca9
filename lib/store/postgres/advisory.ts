import { sha256 } from "#sha256";

/** What an advisory lock is for: the right to write a store at all, or one commit. */
export type LockUse = "lease" | "commit";

/** The number of a lock in its database, as SQL: 64 bits of a hash. */
export function numberOf(use: LockUse, schema: string): string {
  const hash = sha256(new TextEncoder().encode(`firn ${use} ${schema}`));
  return new DataView(hash.buffer, hash.byteOffset).getBigInt64(0).toString();
}
