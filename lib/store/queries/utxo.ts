import { sql } from "kysely";
import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode, positionOf } from "../rows/columns";
import { rowCount } from "../sql/computed";
import { isIn, isRare, setOf } from "../sql/expressions";
import type { LearnedUtxoTable, UtxoTable } from "../tables/utxo";
import { timeOfTx } from "./tx-time";

/** An output with what its public form shows: asset, the transactions that created and spent it, its staking period. */
export type UtxoRow = UtxoTable & {
  asset_id: Uint8Array;
  /** Id of the transaction that names it; null for genesis allocations (32 zero bytes). */
  tx_id: Uint8Array | null;
  /** Chain times at which it was created and spent, as far as they are known. */
  created_time: number | null;
  consumed_tx_id: Uint8Array | null;
  consumed_time: number | null;
  stake_start: number | null;
  stake_end: number | null;
};

export type LearnedUtxoRow = LearnedUtxoTable & { asset_id: Uint8Array };

/**
 * Outputs created by transactions of a chain: those they name, except rewards paid later under their id, and rewards
 * they pay under another's.
 */
export async function readEmitted(
  db: PrimaryDb,
  chain: ChainCode,
  positions: readonly number[],
): Promise<UtxoRow[]> {
  const named = await selectUtxos(db)
    .where("utxo.chain", "=", chain)
    .where("utxo.position", "in", setOf(positions))
    .where(({ or, eb }) =>
      or([
        eb("utxo.created_position", "is", null),
        eb("utxo.created_position", "=", eb.ref("utxo.position")),
      ]),
    )
    .orderBy("utxo.position")
    .orderBy("output_index")
    .execute();
  const paid = await selectUtxos(db)
    .where("utxo.chain", "=", chain)
    .where(isRare(isIn("utxo.created_position", positions)))
    .whereRef("utxo.created_position", "!=", "utxo.position")
    .execute();
  // Sorted here: for the order, SQLite would walk all outputs of the chain.
  paid.sort((a, b) => a.position - b.position || a.output_index - b.output_index);
  return [...named, ...paid];
}

/** Outputs spent by transactions of a chain, in order of their inputs. */
export async function readConsumed(
  db: PrimaryDb,
  chain: ChainCode,
  positions: readonly number[],
): Promise<UtxoRow[]> {
  return selectUtxos(db)
    .where("consumed_chain", "=", chain)
    .where("consumed_position", "in", setOf(positions))
    .orderBy("consumed_position")
    .orderBy("consumed_input")
    .execute();
}

/** Outputs known only from the inputs that spent them. */
export async function readLearned(
  db: PrimaryDb,
  chain: ChainCode,
  positions: readonly number[],
): Promise<LearnedUtxoRow[]> {
  return db
    .selectFrom("learned_utxo")
    .innerJoin("asset", "asset.id", "learned_utxo.asset")
    .selectAll("learned_utxo")
    .select("asset.asset_id")
    .where("consumed_chain", "=", chain)
    .where("consumed_position", "in", setOf(positions))
    .orderBy("consumed_position")
    .orderBy("consumed_input")
    .execute();
}

/** Number of outputs that each transaction created or spent; transactions without any are missing. */
export async function countUtxos(
  db: PrimaryDb,
  chain: ChainCode,
  positions: readonly number[],
): Promise<Map<number, number>> {
  const made = await db
    .selectFrom("utxo")
    .select(["position", rowCount.as("outputs")])
    .where("chain", "=", chain)
    .where("position", "in", setOf(positions))
    .groupBy("position")
    .execute();
  const spent = (["utxo", "learned_utxo"] as const).map((table) =>
    db
      .selectFrom(table)
      .select((eb) => eb.ref("consumed_position").$notNull().as("position"))
      .select(rowCount.as("outputs"))
      .where("consumed_chain", "=", chain)
      .where("consumed_position", "in", setOf(positions))
      .groupBy("consumed_position")
      .execute(),
  );
  const counts = [made, ...(await Promise.all(spent))];
  const totals = new Map<number, number>();
  for (const { position, outputs } of counts.flat())
    totals.set(position, (totals.get(position) ?? 0) + outputs);
  return totals;
}

/** Time of the creating transaction; of genesis allocations, which have none, that of the genesis transactions. */
const bornAt = sql<number | null>`case when creator.time is not null then ${timeOfTx("creator")} else
  (select time from tx where chain = ${CHAIN.p} and position < ${positionOf(1, 0)} limit 1) end`;

/** Outputs with everything that `UtxoRow` adds. */
export function selectUtxos(db: PrimaryDb) {
  return db
    .selectFrom("utxo")
    .innerJoin("asset", "asset.id", "utxo.asset")
    .leftJoin("tx as named", (join) =>
      join.onRef("named.chain", "=", "utxo.chain").onRef("named.position", "=", "utxo.position"),
    )
    .leftJoin("tx as creator", (join) =>
      join
        .onRef("creator.chain", "=", "utxo.chain")
        .on(sql`creator.position`, "=", sql`coalesce(utxo.created_position, utxo.position)`),
    )
    .leftJoin("tx as consumer", (join) =>
      join
        .onRef("consumer.chain", "=", "utxo.consumed_chain")
        .onRef("consumer.position", "=", "utxo.consumed_position"),
    )
    .leftJoin("stake", (join) =>
      join
        .onRef("stake.position", "=", "utxo.position")
        .on("utxo.chain", "=", CHAIN.p)
        .on("utxo.staked", "=", true),
    )
    .selectAll("utxo")
    .select(["asset.asset_id", "named.tx_id as tx_id"])
    .select(bornAt.as("created_time"))
    .select("consumer.tx_id as consumed_tx_id")
    .select(timeOfTx("consumer").as("consumed_time"))
    .select(["stake.start_time as stake_start", "stake.end_time as stake_end"]);
}
