import type { QueryExecutorProvider } from "kysely";
import { toHex } from "../../avalanche/codec/bytes";
import type { BookkeepingDb, PrimaryDb } from "../db";
import { engineOf } from "../engine";
import { CHAIN, type ChainCode, HASH_KIND, positionOf, prefix48 } from "../rows/columns";
import { inTuples, setOf } from "../sql/expressions";
import type { AddressTable, TxTable } from "../tables/chain";
import type { L1ValidatorTable, StakeTable, SubnetTable } from "../tables/staking";
import type { AssetTable, LearnedUtxoTable, UtxoTable } from "../tables/utxo";

/** Stored rows that a batch of containers refers to, many at once by their keys. Unknown keys are left out. */

/** Transactions by id, on any chain. */
export async function findTxs(db: PrimaryDb, txIds: readonly Uint8Array[]): Promise<TxTable[]> {
  return inParts(db, txIds, async (part) => {
    const found = await db
      .selectFrom("hash")
      .innerJoin("tx", (join) =>
        join.onRef("tx.chain", "=", "hash.chain").onRef("tx.position", "=", "hash.position"),
      )
      .selectAll("tx")
      .where("hash.prefix48", "in", setOf(part.map(prefix48)))
      .where("hash.kind", "=", HASH_KIND.tx)
      .execute();
    const wanted = new Set(part.map(toHex));
    return found.filter(({ tx_id }) => wanted.has(toHex(tx_id)));
  });
}

/** The last transaction of a P-Chain block; undefined when it has none. */
export async function findLastTx(db: PrimaryDb, height: number): Promise<TxTable | undefined> {
  return db
    .selectFrom("tx")
    .selectAll()
    .where("chain", "=", CHAIN.p)
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** UTXOs by their transaction's position and output index. */
export async function findUtxos(
  db: PrimaryDb,
  keys: readonly { chain: ChainCode; position: number; index: number }[],
): Promise<UtxoTable[]> {
  return inParts(db, keys, async (part) => {
    return db
      .selectFrom("utxo")
      .selectAll()
      .where(
        inTuples(
          ["chain", "position", "output_index"],
          part.map(({ chain, position, index }) => [chain, position, index]),
        ),
      )
      .execute();
  });
}

/** An input stored before the output that it spends, with the type of its transaction. */
export type WaitingInput = LearnedUtxoTable & { consumer_type: number };

/** Inputs that wait for outputs of these transactions. */
export async function findWaiting(db: PrimaryDb, txIds: readonly Uint8Array[]): Promise<WaitingInput[]> {
  return inParts(db, txIds, (part) =>
    db
      .selectFrom("learned_utxo")
      .innerJoin("tx", (join) =>
        join
          .onRef("tx.chain", "=", "learned_utxo.consumed_chain")
          .onRef("tx.position", "=", "learned_utxo.consumed_position"),
      )
      .selectAll("learned_utxo")
      .select("tx.tx_type as consumer_type")
      .where("learned_utxo.tx_id", "in", setOf(part))
      .execute(),
  );
}

/** Stakes by the position of their transaction. */
export async function findStakes(db: PrimaryDb, positions: readonly number[]): Promise<StakeTable[]> {
  return inParts(db, positions, (part) =>
    db.selectFrom("stake").selectAll().where("position", "in", setOf(part)).execute(),
  );
}

/** Subnets by the position of their transaction. */
export async function findSubnets(db: PrimaryDb, positions: readonly number[]): Promise<SubnetTable[]> {
  return inParts(db, positions, (part) =>
    db.selectFrom("subnet").selectAll().where("position", "in", setOf(part)).execute(),
  );
}

/** L1 validators by validation id. */
export async function findL1Validators(
  db: PrimaryDb,
  ids: readonly Uint8Array[],
): Promise<L1ValidatorTable[]> {
  return inParts(db, ids, (part) =>
    db.selectFrom("l1_validator").selectAll().where("validation_id", "in", setOf(part)).execute(),
  );
}

/** Addresses by their bytes. */
export async function findAddresses(
  db: BookkeepingDb,
  addresses: readonly Uint8Array[],
): Promise<AddressTable[]> {
  return inParts(db, addresses, (part) =>
    db.selectFrom("address").selectAll().where("bytes", "in", setOf(part)).execute(),
  );
}

/** Assets by their id. */
export async function findAssets(db: PrimaryDb, assetIds: readonly Uint8Array[]): Promise<AssetTable[]> {
  return inParts(db, assetIds, (part) =>
    db.selectFrom("asset").selectAll().where("asset_id", "in", setOf(part)).execute(),
  );
}

/** The largest number used in a dictionary; 0 when it is empty. */
export async function lastIdOf(
  db: PrimaryDb,
  table: "address" | "asset" | "l1_validator" | "stake",
): Promise<number> {
  const row = await db.selectFrom(table).select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** The largest number of an address in a store; 0 when there is none. */
export async function lastAddressId(db: BookkeepingDb): Promise<number> {
  const row = await db.selectFrom("address").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** Runs `ask` over items in parts as large as a statement takes. A part that isn't full may repeat its last item. */
export async function inParts<Item, Row>(
  db: QueryExecutorProvider,
  items: readonly Item[],
  ask: (part: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const { most, sizes } = engineOf(db).keysAtOnce;
  const rows: Row[] = [];
  for (let start = 0; start < items.length; start += most) {
    const part = items.slice(start, start + most);
    const size = sizes.find((candidate) => candidate >= part.length) ?? part.length;
    const last = part.at(-1);
    while (last !== undefined && part.length < size) part.push(last);
    rows.push(...(await ask(part)));
  }
  return rows;
}
