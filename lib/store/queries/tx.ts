import type { Kysely } from "kysely";
import { equalBytes } from "../../avalanche/bytes";
import type { ChainCode } from "../columns";
import type { PrimaryTables } from "../tables";
import type { TxTable } from "../tables/tx";
import { findPositions } from "./hash";
import type { PositionRange } from "./position";

/** The transaction of an id. */
export async function findTx(
  db: Kysely<PrimaryTables>,
  chain: ChainCode,
  txId: Uint8Array,
): Promise<TxTable | undefined> {
  const positions = await findPositions(db, txId, { chain, kind: "tx" });
  const rows = await readTxs(db, chain, positions);
  return [...rows.values()].find((row) => equalBytes(row.tx_id, txId));
}

/** Transactions at some positions, by position. */
export async function readTxs(
  db: Kysely<PrimaryTables>,
  chain: ChainCode,
  positions: readonly number[],
): Promise<Map<number, TxTable>> {
  const rows = await db
    .selectFrom("tx")
    .selectAll()
    .where("chain", "=", chain)
    .where("position", "in", [...positions])
    .execute();
  return new Map(rows.map((row) => [row.position, row]));
}

/** Ids of the transactions in a range of positions, in its order. */
export async function listTxIds(
  db: Kysely<PrimaryTables>,
  chain: ChainCode,
  range: PositionRange,
): Promise<{ position: number; tx_id: Uint8Array }[]> {
  return db
    .selectFrom("tx")
    .select(["position", "tx_id"])
    .where("chain", "=", chain)
    .where("position", ">=", range.from)
    .where("position", "<", range.below)
    .orderBy("position", range.order)
    .execute();
}

/** Which transactions a list holds. Filters are joined by "and"; the addresses by "or". */
export interface TxList {
  chain: ChainCode;
  range: PositionRange;
  limit: number;
  /** Codec type ids; absent for all. */
  typeIds?: readonly number[];
  /** `address.id`; absent for all, empty for none. */
  addressIds?: readonly number[];
  /** `l1_validator.id`. */
  validation?: number;
  /** `asset.id`; of AVAX, which all transactions of X move, absent. */
  asset?: number;
}

/** Positions of a list, in its order, at most `limit`. */
export async function listTxs(db: Kysely<PrimaryTables>, list: TxList): Promise<number[]> {
  if (list.validation !== undefined) return listOfValidation(db, list, list.validation);
  if (list.addressIds !== undefined) return listOfAddresses(db, list, list.addressIds);
  if (list.asset !== undefined) return listOfAsset(db, list, list.asset);
  const rows = await db
    .selectFrom("tx")
    .select("position")
    .where("chain", "=", list.chain)
    .where("position", ">=", list.range.from)
    .where("position", "<", list.range.below)
    .$if(list.typeIds !== undefined, (query) => query.where("tx_type", "in", [...(list.typeIds ?? [])]))
    .orderBy("position", list.range.order)
    .limit(list.limit)
    .execute();
  return rows.map(({ position }) => position);
}

/** One seek per address, then merged: a page costs the same however much each address has done. */
async function listOfAddresses(
  db: Kysely<PrimaryTables>,
  list: TxList,
  addressIds: readonly number[],
): Promise<number[]> {
  const positions = new Set<number>();
  for (const addressId of addressIds) {
    const rows = await db
      .selectFrom("address_tx")
      .select("position")
      .where("address_id", "=", addressId)
      .where("chain", "=", list.chain)
      .where("position", ">=", list.range.from)
      .where("position", "<", list.range.below)
      .$if(list.typeIds !== undefined, (query) => query.where("tx_type", "in", [...(list.typeIds ?? [])]))
      .orderBy("position", list.range.order)
      .limit(list.limit)
      .execute();
    for (const { position } of rows) positions.add(position);
  }
  const sign = list.range.order === "asc" ? 1 : -1;
  return [...positions].sort((a, b) => sign * (a - b)).slice(0, list.limit);
}

async function listOfAsset(db: Kysely<PrimaryTables>, list: TxList, asset: number): Promise<number[]> {
  const rows = await db
    .selectFrom("asset_tx")
    .select("position")
    .where("asset", "=", asset)
    .where("chain", "=", list.chain)
    .where("position", ">=", list.range.from)
    .where("position", "<", list.range.below)
    .$if(list.typeIds !== undefined, (query) => query.where("tx_type", "in", [...(list.typeIds ?? [])]))
    .orderBy("position", list.range.order)
    .limit(list.limit)
    .execute();
  return rows.map(({ position }) => position);
}

async function listOfValidation(
  db: Kysely<PrimaryTables>,
  list: TxList,
  validation: number,
): Promise<number[]> {
  const { addressIds, typeIds } = list;
  const rows = await db
    .selectFrom("l1_point")
    // Only transactions: a balance that runs out by itself makes a point without one.
    .innerJoin("tx", (join) =>
      join.onRef("tx.position", "=", "l1_point.position").on("tx.chain", "=", list.chain),
    )
    .select("l1_point.position")
    .where("validation", "=", validation)
    .where("l1_point.position", ">=", list.range.from)
    .where("l1_point.position", "<", list.range.below)
    .$if(typeIds !== undefined, (query) => query.where("tx.tx_type", "in", [...(typeIds ?? [])]))
    .$if(addressIds !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("address_tx")
            .select("address_tx.position")
            .where("address_id", "in", [...(addressIds ?? [])])
            .where("address_tx.chain", "=", list.chain)
            .whereRef("address_tx.position", "=", "l1_point.position"),
        ),
      ),
    )
    .orderBy("l1_point.position", list.range.order)
    .limit(list.limit)
    .execute();
  return rows.map(({ position }) => position);
}
