import type { BytesRange } from "../../avalanche/id-beginnings";
import type { PrimaryDb } from "../db";
import { type ChainCode, HASH_KIND, heightOf, prefix48 } from "../rows/columns";
import { readBlocks } from "./block";
import { readTxs } from "./tx";
import { readVertices } from "./vertex";

/** What has an id in a range: a seek in an index for each kind of thing, in order and not more than asked for. */

/** Ids of transactions, blocks, containers and vertices. Some may be a little outside of the range. */
export async function listIdsIn(
  db: PrimaryDb,
  { from, through }: BytesRange,
  limit: number,
): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom("hash")
    .select(["chain", "kind", "position"])
    .where("prefix48", ">=", prefix48(from))
    .where("prefix48", "<=", prefix48(through))
    .orderBy("prefix48")
    .limit(limit)
    .execute();
  const ids = await Promise.all(rows.map((row) => readIdsAt(db, row)));
  return ids.flat();
}

async function readIdsAt(
  db: PrimaryDb,
  { chain, kind, position }: { chain: number; kind: number; position: number },
): Promise<Uint8Array[]> {
  if (kind === HASH_KIND.vertex) return (await readVertices(db, [position])).map((row) => row.vertex_id);
  if (kind === HASH_KIND.tx) {
    const txs = await readTxs(db, chain as ChainCode, [position]);
    return [...txs.values()].map((row) => row.tx_id);
  }
  if (kind !== HASH_KIND.block && kind !== HASH_KIND.container) return [];
  const blocks = await readBlocks(db, chain as ChainCode, [heightOf(position)]);
  return [...blocks.values()].map((row) => (kind === HASH_KIND.block ? row.block_id : row.container_id));
}

/** Ids of validations of L1s, which no transaction has. */
export async function listValidationIdsIn(
  db: PrimaryDb,
  range: BytesRange,
  limit: number,
): Promise<Uint8Array[]> {
  const validations = await db
    .selectFrom("l1_validator")
    .select("validation_id as id")
    .where("validation_id", ">=", range.from)
    .where("validation_id", "<=", range.through)
    .orderBy("validation_id")
    .limit(limit)
    .execute();
  return validations.map(({ id }) => id);
}

/** Nodes that stake, staked, or validate an L1. */
export async function listNodeIdsIn(db: PrimaryDb, range: BytesRange, limit: number): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (const table of ["stake", "l1_validator"] as const) {
    const rows = await db
      .selectFrom(table)
      .select("node_id")
      .distinct()
      .where("node_id", ">=", range.from)
      .where("node_id", "<=", range.through)
      .orderBy("node_id")
      .limit(limit)
      .execute();
    found.push(...rows.map(({ node_id }) => node_id));
  }
  return found;
}

/** Keys that own or owned something on P, X or C: 20 bytes. */
export async function listOwnersIn(db: PrimaryDb, range: BytesRange, limit: number): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom("address")
    .select("bytes")
    .where("bytes", ">=", range.from)
    .where("bytes", "<=", range.through)
    .orderBy("bytes")
    .limit(limit)
    .execute();
  return rows.flatMap(({ bytes }) => (bytes.length === range.from.length ? [bytes] : []));
}
