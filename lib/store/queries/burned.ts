import type { PrimaryDb } from "../db";
import type { ChainCode } from "../rows/columns";
import { largestOf, u64SumAs } from "../sql/computed";
import { u64AtLeast } from "../sql/expressions";

/** What transactions burned, added up; nAVAX. */
export interface BurnedPart {
  /** As `tx.burned`: fees, and what moved into balances of L1 validators. */
  burned: bigint;
  /** Of it, what moved into balances of L1 validators. */
  l1_balance: bigint;
}

/** Sums of a chain's transactions from a position on, of at most `limit`. `last`: position of the last; null without any. */
export async function sumBurned(
  db: PrimaryDb,
  { chain, from, limit }: { chain: ChainCode; from: number; limit: number },
): Promise<BurnedPart & { last: number | null }> {
  const { last, ...sums } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("tx")
        .select(["position", "burned", "l1_balance"])
        .where("chain", "=", chain)
        .where("position", ">=", from)
        .orderBy("position")
        .limit(limit)
        .as("part"),
    )
    .select([u64SumAs("burned"), u64SumAs("l1_balance"), largestOf("position").as("last")])
    .executeTakeFirstOrThrow();
  return { ...sums, last };
}

/** Unspent outputs of an asset that nobody may spend at a time (unix seconds) because they are locked longer; base units. */
export async function sumLocked(
  db: PrimaryDb,
  { asset, time }: { asset: number; time: number },
): Promise<bigint> {
  const after = BigInt(time) + 1n;
  const { amount } = await db
    .selectFrom("utxo")
    .select(u64SumAs("amount"))
    .where("consumed_position", "is", null)
    .where("asset", "=", asset)
    .where((eb) => eb.or([u64AtLeast("locktime", after), u64AtLeast("stakeable_locktime", after)]))
    .executeTakeFirstOrThrow();
  return amount;
}
