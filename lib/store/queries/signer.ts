import type { PrimaryDb } from "../db";
import { setOf } from "../sql/expressions";
import type { SignerTable } from "../tables/chain";
import { inParts } from "./by-key";

/** Keys that signed a transaction of P or X, or an atomic one of C, by the address of their P/X form. */
export async function findSigners(db: PrimaryDb, addresses: readonly Uint8Array[]): Promise<SignerTable[]> {
  return inParts(db, addresses, (part) =>
    db.selectFrom("signer").selectAll().where("address", "in", setOf(part)).execute(),
  );
}

/** The same by the address of their 0x form. */
export async function findSignersOfAccounts(
  db: PrimaryDb,
  accounts: readonly Uint8Array[],
): Promise<SignerTable[]> {
  return inParts(db, accounts, (part) =>
    db.selectFrom("signer").selectAll().where("account", "in", setOf(part)).execute(),
  );
}
