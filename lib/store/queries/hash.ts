import type { PrimaryDb } from "../db";
import { type ChainCode, HASH_KIND, type HashKind, prefix48 } from "../rows/columns";

/** Positions on a chain whose block, container or transaction id begins like `id`; the caller compares the rest. */
export async function findPositions(
  db: PrimaryDb,
  id: Uint8Array,
  place: { chain: ChainCode; kind: keyof typeof HASH_KIND },
): Promise<number[]> {
  const kind: HashKind = HASH_KIND[place.kind];
  const rows = await db
    .selectFrom("hash")
    .select("position")
    .where("prefix48", "=", prefix48(id))
    .where("chain", "=", place.chain)
    .where("kind", "=", kind)
    .execute();
  return rows.map(({ position }) => position);
}
