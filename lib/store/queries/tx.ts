import { equalBytes } from "../../avalanche/codec/bytes";
import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode, positionOf } from "../rows/columns";
import { setOf } from "../sql/expressions";
import type { TxTable } from "../tables/chain";
import { findPositions } from "./hash";
import { mergeLists, type SortedList } from "./merge";
import { after, type PositionRange } from "./position";
import { type TimeOn, timeOfTx } from "./tx-time";

/** A transaction with its time as far as it is known: null only on X, before linearisation. */
export type TxRow<Chain extends ChainCode = ChainCode> = Omit<TxTable, "time"> & { time: TimeOn<Chain> };

/** The transaction of an id. */
export async function findTx<Chain extends ChainCode>(
  db: PrimaryDb,
  chain: Chain,
  txId: Uint8Array,
): Promise<TxRow<Chain> | undefined> {
  const positions = await findPositions(db, txId, { chain, kind: "tx" });
  const rows = await readTxs(db, chain, positions);
  return [...rows.values()].find((row) => equalBytes(row.tx_id, txId));
}

/** Transactions at some positions, by position. */
export async function readTxs<Chain extends ChainCode>(
  db: PrimaryDb,
  chain: Chain,
  positions: readonly number[],
): Promise<Map<number, TxRow<Chain>>> {
  const rows = await db
    .selectFrom("tx")
    .selectAll()
    .select(timeOfTx("tx").as("known_time"))
    .where("chain", "=", chain as ChainCode)
    .where("position", "in", setOf(positions))
    .execute();
  return new Map(
    rows.map(({ known_time, ...row }) => [row.position, { ...row, time: known_time as TimeOn<Chain> }]),
  );
}

/** Ids of the transactions in a range of positions, in its order. */
export async function listTxIds(
  db: PrimaryDb,
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

/** Transactions of the P-Chain's blocks of a range of heights, both included, in order. */
export async function listPTxsOfBlocks(
  db: PrimaryDb,
  { from, to }: { from: number; to: number },
): Promise<Pick<TxTable, "position" | "tx_id" | "tx_type" | "outcome">[]> {
  return db
    .selectFrom("tx")
    .select(["position", "tx_id", "tx_type", "outcome"])
    .where("chain", "=", CHAIN.p)
    .where("position", ">=", positionOf(from, 0))
    .where("position", "<", positionOf(to + 1, 0))
    .orderBy("position")
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
  /** `asset.id`; absent for AVAX, which every transaction of X moves. */
  asset?: number;
}

/** Positions of a list, in its order, at most `limit`. */
export async function listTxs(db: PrimaryDb, list: TxList): Promise<number[]> {
  if (list.validation !== undefined) return listOfValidation(db, list, list.validation);
  const sign = list.range.order === "asc" ? 1 : -1;
  return mergeLists(listsOf(list).map(listOf(db, list)), {
    compare: (a, b) => sign * (a - b),
    limit: list.limit,
  });
}

/** A part of a list that an index has in order: rows with all of these values. */
interface Part {
  table: "tx" | "address_tx" | "asset_tx";
  with: { chain: ChainCode; address_id?: number; asset?: number; tx_type?: number };
}

/** One seek per address and type, then a merge: the cost of a page does not depend on the length of the list. */
function listsOf({ chain, addressIds, asset, typeIds }: TxList): Part[] {
  const parts: Part[] =
    addressIds !== undefined
      ? addressIds.map((address_id) => ({ table: "address_tx", with: { address_id, chain } }))
      : asset !== undefined
        ? [{ table: "asset_tx", with: { asset, chain } }]
        : [{ table: "tx", with: { chain } }];
  if (typeIds === undefined) return parts;
  return parts.flatMap((part) => typeIds.map((tx_type) => ({ ...part, with: { ...part.with, tx_type } })));
}

function listOf(db: PrimaryDb, { range }: TxList): (part: Part) => SortedList<number> {
  return (part) => async (last, limit) => {
    const { from, below, order } = after(range, last);
    const rows = await db
      .selectFrom(part.table)
      .select("position")
      .where((eb) => eb.and(part.with))
      .where("position", ">=", from)
      .where("position", "<", below)
      .orderBy("position", order)
      .limit(limit)
      .execute();
    return rows.map(({ position }) => position);
  };
}

async function listOfValidation(db: PrimaryDb, list: TxList, validation: number): Promise<number[]> {
  const { addressIds, typeIds } = list;
  const rows = await db
    .selectFrom("l1_point")
    // Only transactions: a balance that runs out writes a point without one.
    .innerJoin("tx", (join) =>
      join.onRef("tx.position", "=", "l1_point.position").on("tx.chain", "=", list.chain),
    )
    .select("l1_point.position")
    .where("validation", "=", validation)
    .where("l1_point.position", ">=", list.range.from)
    .where("l1_point.position", "<", list.range.below)
    .$if(typeIds !== undefined, (query) => query.where("tx.tx_type", "in", setOf(typeIds ?? [])))
    .$if(addressIds !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("address_tx")
            .select("address_tx.position")
            .where("address_id", "in", setOf(addressIds ?? []))
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
