import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import { rowCount } from "../sql/computed";
import { beginsWith, foldedOrder, setOf } from "../sql/expressions";
import type { BlockchainTable, SubnetTable } from "../tables/staking";
import type { PositionRange } from "./position";
import { timeOfTx } from "./tx-time";

/** A subnet with the time of its creation as far as it is known, and the transaction that made it an L1. */
export type SubnetRow = SubnetTable & {
  time: number | null;
  conversion_tx_id: Uint8Array | null;
  conversion_time: number | null;
};

/** A blockchain with the time of its creation as far as it is known. */
export type BlockchainRow = BlockchainTable & { time: number | null };

/** Subnets created at positions in the range, in its order. */
export async function listSubnets(
  db: PrimaryDb,
  { range, limit }: { range: PositionRange; limit: number },
): Promise<SubnetRow[]> {
  return selectSubnets(db)
    .where("subnet.position", ">=", range.from)
    .where("subnet.position", "<", range.below)
    .orderBy("subnet.position", range.order)
    .limit(limit)
    .execute();
}

/** L1s converted at positions below one, the latest first. */
export async function listConverted(
  db: PrimaryDb,
  { below, limit }: { below: number; limit: number },
): Promise<SubnetRow[]> {
  return selectSubnets(db)
    .where("converted_position", "is not", null)
    .where("converted_position", "<", below)
    .orderBy("converted_position", "desc")
    .limit(limit)
    .execute();
}

/** How many L1s there are. */
export async function countConverted(db: PrimaryDb): Promise<number> {
  const { l1s } = await db
    .selectFrom("subnet")
    .select(rowCount.as("l1s"))
    .where("converted_position", "is not", null)
    .executeTakeFirstOrThrow();
  return l1s;
}

/** The subnet of an id; the primary network has no row. */
export async function findSubnet(db: PrimaryDb, subnetId: Uint8Array): Promise<SubnetRow | undefined> {
  return selectSubnets(db).where("subnet_id", "=", subnetId).executeTakeFirst();
}

/** Blockchains created at positions in the range, in its order. */
export async function listBlockchains(
  db: PrimaryDb,
  { range, limit }: { range: PositionRange; limit: number },
): Promise<BlockchainRow[]> {
  return selectBlockchains(db)
    .where("blockchain.position", ">=", range.from)
    .where("blockchain.position", "<", range.below)
    .orderBy("blockchain.position", range.order)
    .limit(limit)
    .execute();
}

/** Blockchains of some subnets, in the order of their creation. */
export async function listBlockchainsOf(
  db: PrimaryDb,
  subnetIds: readonly Uint8Array[],
): Promise<BlockchainRow[]> {
  if (subnetIds.length === 0) return [];
  return selectBlockchains(db)
    .where("subnet_id", "in", setOf(subnetIds))
    .orderBy("blockchain.position")
    .execute();
}

/** The blockchain of an id. */
export async function findBlockchain(
  db: PrimaryDb,
  blockchainId: Uint8Array,
): Promise<BlockchainRow | undefined> {
  return selectBlockchains(db).where("blockchain_id", "=", blockchainId).executeTakeFirst();
}

/** Blockchains whose name begins with a text, in either case: the shortest first, then the oldest. */
export async function listBlockchainsNamed(
  db: PrimaryDb,
  text: string,
  limit: number,
): Promise<BlockchainTable[]> {
  return db
    .selectFrom("blockchain")
    .selectAll()
    .where(beginsWith("name", text))
    .orderBy(foldedOrder("name"))
    .orderBy("position")
    .limit(limit)
    .execute();
}

/** Blockchains whose genesis has this EVM chain id, the oldest first. Anyone may choose any. */
export async function listBlockchainsWithEvmId(
  db: PrimaryDb,
  evmChainId: number,
  limit: number,
): Promise<BlockchainTable[]> {
  return db
    .selectFrom("blockchain")
    .selectAll()
    .where("evm_chain_id", "=", evmChainId)
    .orderBy("position")
    .limit(limit)
    .execute();
}

function selectSubnets(db: PrimaryDb) {
  return db
    .selectFrom("subnet")
    .innerJoin("tx", (join) => join.onRef("tx.position", "=", "subnet.position").on("tx.chain", "=", CHAIN.p))
    .leftJoin("tx as conversion", (join) =>
      join
        .onRef("conversion.position", "=", "subnet.converted_position")
        .on("conversion.chain", "=", CHAIN.p),
    )
    .selectAll("subnet")
    .select([
      timeOfTx("tx").as("time"),
      "conversion.tx_id as conversion_tx_id",
      "conversion.time as conversion_time",
    ]);
}

function selectBlockchains(db: PrimaryDb) {
  return db
    .selectFrom("blockchain")
    .innerJoin("tx", (join) =>
      join.onRef("tx.position", "=", "blockchain.position").on("tx.chain", "=", CHAIN.p),
    )
    .selectAll("blockchain")
    .select(timeOfTx("tx").as("time"));
}
