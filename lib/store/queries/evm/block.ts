import { positionOf } from "../../columns";
import type { EvmStore } from "../../open-evm";

type Db = EvmStore["db"];

/** The stored blocks, with their transactions' hashes, that the last header has not settled; none before Helicon. */
export async function findUnsettledBlocks(db: Db): Promise<{ height: number; txHashes: Uint8Array[] }[]> {
  const last = await db
    .selectFrom("block")
    .select("settled_height")
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.settled_height == null) return [];
  const blocks = await db
    .selectFrom("block")
    .select("height")
    .where("height", ">", last.settled_height)
    .where("settled_height", "is not", null)
    .orderBy("height")
    .execute();
  return Promise.all(
    blocks.map(async ({ height }) => {
      const rows = await db
        .selectFrom("transaction")
        .select("hash")
        .where("position", ">=", positionOf(height, 0))
        .where("position", "<", positionOf(height + 1, 0))
        .orderBy("position")
        .execute();
      return { height, txHashes: rows.map(({ hash }) => hash) };
    }),
  );
}
