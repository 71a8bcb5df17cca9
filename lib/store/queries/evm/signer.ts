import type { EvmDb } from "../../db";
import { setOf } from "../../sql/expressions";
import type { EvmSignerTable } from "../../tables/evm/chain";
import { inParts } from "../by-key";

/** Accounts that signed a transaction, by number. Others are left out. */
export function findEvmSigners(db: EvmDb, addressIds: readonly number[]): Promise<EvmSignerTable[]> {
  return inParts(db, addressIds, (part) =>
    db.selectFrom("signer").selectAll().where("address_id", "in", setOf(part)).execute(),
  );
}

/** A key that signed a transaction, with the account's address and the transaction's hash. */
export type SignerOnChain = Pick<EvmSignerTable, "key_address" | "public_key" | "position"> & {
  account: Uint8Array;
  hash: Uint8Array;
};

/** A key by either form of its address, 20 bytes; undefined if it signed no transaction of the chain. */
export async function findSignerOnChain(
  db: EvmDb,
  address: { account: Uint8Array } | { key: Uint8Array },
): Promise<SignerOnChain | undefined> {
  const signers = db
    .selectFrom("signer")
    .innerJoin("address", "address.id", "signer.address_id")
    .innerJoin("transaction", "transaction.position", "signer.position")
    .select(["signer.key_address", "signer.public_key", "signer.position", "transaction.hash"])
    .select("address.bytes as account");
  return "key" in address
    ? signers.where("signer.key_address", "=", address.key).executeTakeFirst()
    : signers.where("address.bytes", "=", address.account).executeTakeFirst();
}

/** A transaction and the number of its sender. */
export interface SentTransaction {
  position: number;
  from_id: number;
}

/** Transactions between two positions, the second one excluded, in order; the first `limit` of them if given. */
export function listSentTransactions(
  db: EvmDb,
  { from, below }: { from: number; below: number },
  limit?: number,
): Promise<SentTransaction[]> {
  return db
    .selectFrom("transaction")
    .select(["position", "from_id"])
    .where("position", ">=", from)
    .where("position", "<", below)
    .orderBy("position")
    .$if(limit !== undefined, (list) => list.limit(limit ?? 0))
    .execute();
}
