/**
 * Owners, as `utxo.owners` packs them, that include one of the addresses (20 bytes each). An output has one such value,
 * so reading by all of them returns each output once.
 */
export async function findOwners(db: PrimaryDb, addresses: readonly Uint8Array[]): Promise<Uint8Array[]> {
  if (addresses.length === 0) return [];
  const shared = await db
    .selectFrom("shared_owner")
    .select("owners")
    .distinct()
    .where("address", "in", setOf(addresses))
    .execute();
  return [...addresses, ...shared.map(({ owners }) => owners)];
}

import type { PrimaryDb } from "../db";
import { setOf } from "../sql/expressions";
