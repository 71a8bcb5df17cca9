import type { BytesRange } from "../../../avalanche/id-beginnings";
import type { EvmDb } from "../../db";
import { EVM_HASH_KIND, prefix48 } from "../../rows/columns";
import { readBlocks, readTransactions } from "./transaction";

/** Hashes of transactions and blocks in a range, in order. Some may be a little outside of it. */
export async function listHashesIn(
  db: EvmDb,
  { from, through }: BytesRange,
  limit: number,
): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom("hash")
    .select(["kind", "position"])
    .where("prefix48", ">=", prefix48(from))
    .where("prefix48", "<=", prefix48(through))
    .orderBy("prefix48")
    .limit(limit)
    .execute();
  const at = (wanted: number) => rows.flatMap(({ kind, position }) => (kind === wanted ? [position] : []));
  const txs = await readTransactions(db, at(EVM_HASH_KIND.transaction));
  const blocks = await readBlocks(db, at(EVM_HASH_KIND.block));
  return [...txs, ...blocks].map(({ hash }) => hash);
}

/** Addresses in a range that the chain knows, in order. */
export async function listAddressesIn(db: EvmDb, range: BytesRange, limit: number): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom("address")
    .select("bytes")
    .where("bytes", ">=", range.from)
    .where("bytes", "<=", range.through)
    .orderBy("bytes")
    .limit(limit)
    .execute();
  return rows.map(({ bytes }) => bytes);
}
