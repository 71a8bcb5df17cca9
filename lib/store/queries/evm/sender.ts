import type { EvmDb } from "../../db";
import { ACTIVITY } from "../../rows/columns";
import { listAddressActivity, NEWEST_ITEM } from "./activity";
import { findAddressId } from "./address";
import { readTransactions } from "./transaction";

/** Newest transactions of an account that are looked through. */
const MOST_READ = 1_000;

/**
 * Hash of the transaction that an account sent with a nonce, if it is among the newest ones of the account; undefined if
 * not. Nonces grow with positions, so an older one ends the search.
 */
export async function findHashOfNonce(
  db: EvmDb,
  sender: Uint8Array,
  nonce: number,
): Promise<Uint8Array | undefined> {
  const addressId = await findAddressId(db, sender);
  if (addressId === undefined) return undefined;
  const kinds = [ACTIVITY.native];
  for (const limit of [10, MOST_READ]) {
    const newest = await listAddressActivity(db, { addressId, kinds }, { ...NEWEST_ITEM, limit });
    const found = await readTransactions(
      db,
      newest.map(({ position }) => position),
    );
    const sent = found.filter(({ from_id }) => from_id === addressId);
    const own = sent.find((row) => row.nonce === nonce);
    if (own !== undefined) return own.hash;
    if (sent.some((row) => row.nonce < nonce) || newest.length < limit) return undefined;
  }
  return undefined;
}
