import { type RawBuilder, sql } from "kysely";
import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode } from "../rows/columns";
import { inTuples, isSame, u64AtLeast, u64Order, u64Rank } from "../sql/expressions";
import { firstPositionAt, readFirstBlockTime } from "./cut";
import { mergeLists, type SortedList } from "./merge";
import { selectUtxos, type UtxoRow } from "./utxo";

/** The key of an output. */
export interface UtxoKey {
  chain: ChainCode;
  position: number;
  output_index: number;
}

/** Which outputs a list holds, and in which order. */
export interface UtxoList {
  /** `findOwners`. */
  owners: readonly Uint8Array[];
  /** `streamsOn` or `streamsOfExports`. */
  streams: readonly UtxoStream[];
  includeSpent: boolean;
  /** `asset.id`. */
  asset: number | undefined;
  minAmount: bigint;
  /** By creation or by amount; equal outputs by chain and position. */
  sortBy: "timestamp" | "amount";
  order: "asc" | "desc";
}

/** The outputs of a list after `cursor`, at most `limit`. */
export async function listUtxos(
  db: PrimaryDb,
  list: UtxoList,
  page: { cursor: UtxoKey | undefined; limit: number },
): Promise<UtxoRow[]> {
  const graphEnd = (await readFirstBlockTime(db, CHAIN.x)) ?? Number.MAX_SAFE_INTEGER;
  const after = page.cursor && (await readPlace(db, page.cursor, graphEnd));
  const lists: SortedList<Place>[] = [];
  for (const stream of list.streams) {
    // Where a stream of another chain goes on depends on time: read once for all owners.
    const bound = after && (await boundOf(db, list, { stream, after }));
    for (const owners of list.owners)
      lists.push((last, limit) =>
        readStream(db, { list, stream, owners, limit, graphEnd, bound: last ?? bound }),
      );
  }
  const places = await mergeLists(lists, { compare: comparing(list), limit: page.limit });
  return readUtxos(db, places);
}

/** An output with its sort key. */
interface Place extends UtxoKey {
  birth: number;
  amount: bigint;
  /** Unix seconds. */
  time: number;
}

/** Outputs created on a chain, with one destination: a part of a list that an index has in order. */
export interface UtxoStream {
  chain: ChainCode;
  /** Blockchain id of the chain they were exported to; null for those that stay. */
  destination: Uint8Array | null;
}

type BlockchainIds = Record<ChainCode, Uint8Array | undefined>;

/** What was created on a chain, or exported to it. */
export function streamsOn(chain: ChainCode, blockchainIdOf: BlockchainIds): UtxoStream[] {
  const own = blockchainIdOf[chain];
  const others = Object.values(CHAIN).filter((other) => other !== chain);
  return [
    { chain, destination: null },
    ...others.flatMap((other) => {
      const id = blockchainIdOf[other];
      return [
        ...(id === undefined ? [] : [{ chain, destination: id }]),
        ...(own === undefined ? [] : [{ chain: other, destination: own }]),
      ];
    }),
  ];
}

/** What was exported, from any chain to any other. */
export function streamsOfExports(blockchainIdOf: BlockchainIds): UtxoStream[] {
  return Object.values(CHAIN).flatMap((chain) =>
    Object.values(CHAIN).flatMap((to) => {
      const destination = blockchainIdOf[to];
      return to === chain || destination === undefined ? [] : [{ chain, destination }];
    }),
  );
}

/** Where a stream begins or goes on: after one of its own outputs, or at or after a creation or an amount. */
type Bound = Place | { from: number } | { beside: bigint; whole: boolean };

async function boundOf(
  db: PrimaryDb,
  { sortBy, order }: UtxoList,
  { stream, after }: { stream: UtxoStream; after: Place },
): Promise<Bound> {
  if (stream.chain === after.chain) return after;
  // Of outputs equal in time or amount, those of a later chain come later; earlier in the other order.
  const whole = order === "asc" ? stream.chain > after.chain : stream.chain < after.chain;
  if (sortBy === "amount") return { beside: after.amount, whole };
  const from = order === "asc" ? after.time + (whole ? 0 : 1) : after.time + (whole ? 1 : 0);
  return { from: await firstPositionAt(db, stream.chain, from) };
}

const birth = sql<number>`coalesce(created_position, position)`;
const rank = sql.join(u64Order("amount"));

async function readStream(
  db: PrimaryDb,
  read: {
    list: UtxoList;
    stream: UtxoStream;
    owners: Uint8Array;
    limit: number;
    /** Time of the X-Chain's first block: the graph before it counts as no later, whenever the node accepted it. */
    graphEnd: number;
    bound: Bound | undefined;
  },
): Promise<Place[]> {
  const { list, stream, limit, bound } = read;
  const desc = sql.raw(list.order);
  // All rows have one destination. PostgreSQL reads them in the index's order only where it stands before the others.
  const order =
    list.sortBy === "amount"
      ? sql`${sql.join(u64Order("amount").map((part) => sql`${part} ${desc}`))}, position ${desc}, output_index ${desc}`
      : sql`destination ${desc}, ${birth} ${desc}, position ${desc}, output_index ${desc}`;
  const which = [
    sql`owners = ${read.owners} and chain = ${stream.chain} and ${isSame("destination", stream.destination)}`,
    ...(list.includeSpent ? [] : [sql`consumed_position is null`]),
    ...(list.asset === undefined ? [] : [sql`asset = ${list.asset}`]),
    ...(list.minAmount === 0n ? [] : [u64AtLeast("amount", list.minAmount)]),
    ...(bound === undefined ? [] : [isBehind(list, bound)]),
  ];
  const found = sql`(select chain, position, output_index, ${birth} as birth, amount from utxo
    where ${sql.join(which, sql` and `)} order by ${order} limit ${limit})`;
  return readPlaces(db, found, read.graphEnd);
}

async function readPlaces(db: PrimaryDb, found: RawBuilder<unknown>, graphEnd: number): Promise<Place[]> {
  const { rows } = await sql<Place>`select found.*,
      coalesce((select time from tx where tx.chain = found.chain and tx.position = found.birth), 0) as time
    from ${found} as found`.execute(db);
  return rows.map((row) => (row.birth < 0 ? { ...row, time: Math.min(row.time, graphEnd) } : row));
}

async function readPlace(db: PrimaryDb, key: UtxoKey, graphEnd: number): Promise<Place | undefined> {
  const found = sql`(select chain, position, output_index, ${birth} as birth, amount from utxo
    where chain = ${key.chain} and position = ${key.position} and output_index = ${key.output_index})`;
  return (await readPlaces(db, found, graphEnd))[0];
}

/** Whole rows, in the order of `keys`. */
export async function readUtxos(db: PrimaryDb, keys: readonly UtxoKey[]): Promise<UtxoRow[]> {
  if (keys.length === 0) return [];
  const wanted = keys.map((key) => [key.chain, key.position, key.output_index]);
  const rows = await selectUtxos(db)
    .where(inTuples(["utxo.chain", "utxo.position", "utxo.output_index"], wanted))
    .execute();
  const nameOf = (key: UtxoKey) => `${key.chain}/${key.position}/${key.output_index}`;
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return keys.flatMap((key) => byName.get(nameOf(key)) ?? []);
}

function isBehind({ sortBy, order }: UtxoList, bound: Bound) {
  const beyond = sql.raw(order === "asc" ? ">" : "<");
  if ("from" in bound) return sql`${birth} ${sql.raw(order === "asc" ? ">=" : "<")} ${bound.from}`;
  if ("beside" in bound) {
    return sql`(${rank}) ${sql.raw(bound.whole ? (order === "asc" ? ">=" : "<=") : order === "asc" ? ">" : "<")}
      (${sql.join(u64Rank(bound.beside))})`;
  }
  if (sortBy === "timestamp")
    return sql`(${birth}, position, output_index) ${beyond}
      (${bound.birth}, ${bound.position}, ${bound.output_index})`;
  return sql`(${rank}, position, output_index) ${beyond}
    (${sql.join(u64Rank(bound.amount))}, ${bound.position}, ${bound.output_index})`;
}

function comparing({ sortBy, order }: UtxoList): (a: Place, b: Place) => number {
  const sign = order === "asc" ? 1 : -1;
  const keysOf = (place: Place) => [
    ...(sortBy === "amount" ? [place.amount] : [place.time]),
    place.chain,
    ...(sortBy === "amount" ? [] : [place.birth]),
    place.position,
    place.output_index,
  ];
  return (a, b) => {
    const others = keysOf(b);
    for (const [index, key] of keysOf(a).entries()) {
      const other = others[index] ?? 0;
      if (key !== other) return key < other ? -sign : sign;
    }
    return 0;
  };
}
