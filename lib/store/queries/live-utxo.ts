import { sql } from "kysely";
import type { PrimaryDb } from "../db";
import { setOf } from "../sql/expressions";
import type { AddressTable } from "../tables/chain";
import type { UtxoTable } from "../tables/utxo";
import { findOwners } from "./owner";
import { timeOfTx } from "./tx-time";

/** An unspent output, with the ids it is known by. */
export type LiveUtxo = UtxoTable & {
  asset_id: Uint8Array;
  /** Null for genesis allocations (32 zero bytes). */
  tx_id: Uint8Array | null;
  /** Of the transaction that names it, unix seconds; null where it is not known. */
  time: number | null;
};

/** Everything unspent that an address owns or co-owns, on all chains: free, staked and on its way between them. */
export async function listLiveUtxos(db: PrimaryDb, address: Uint8Array): Promise<LiveUtxo[]> {
  return db
    .selectFrom("utxo")
    .innerJoin("asset", "asset.id", "utxo.asset")
    .leftJoin("tx", (join) =>
      join.onRef("tx.chain", "=", "utxo.chain").onRef("tx.position", "=", "utxo.position"),
    )
    .selectAll("utxo")
    .select(["asset.asset_id", "tx.tx_id", timeOfTx("tx").as("time")])
    .where("utxo.owners", "in", setOf(await findOwners(db, [address])))
    .where("utxo.consumed_position", "is", null)
    .execute();
}

/** Addresses of owners in the order of their numbers, after number `after`. */
export async function listAddresses(
  db: PrimaryDb,
  { after, limit }: { after: number; limit: number },
): Promise<AddressTable[]> {
  return db
    .selectFrom("address")
    .selectAll()
    .where("id", ">", after)
    .where(sql<number>`length(bytes)`, "=", 20)
    .orderBy("id")
    .limit(limit)
    .execute();
}
