import { type RawBuilder, sql } from "kysely";
import { CHAIN, type ChainCode, dagPosition, UNKNOWN_TIME } from "../rows/columns";

/**
 * The time of a transaction as far as it is known, unix seconds: that of its block, which is null before Banff where no
 * genesis says it. X transactions from before linearisation have only the time at which the node accepted them, and that
 * counts where the node was live; it is null where the node bootstrapped later (docs/decisions/0039). Every query that
 * tells a time of P or X says it by this.
 * @param tx alias of the table `tx`; all columns may be null, and the time is then
 */
export function timeOfTx(tx: string): RawBuilder<number | null> {
  const time = sql.ref<number>(`${tx}.time`);
  const position = sql.ref(`${tx}.position`);
  return sql<number | null>`case
    when ${sql.ref(`${tx}.chain`)} = ${CHAIN.x} and ${position} >= ${dagPosition(0)} and ${position} < 0
    then ${ifLive(time)} else nullif(${time}, ${UNKNOWN_TIME}) end`;
}

/** The same of a vertex, whose only time is that of its acceptance. */
export function timeOfVertex(): RawBuilder<number | null> {
  return ifLive(sql<number>`(accepted_at_ns / 1000000000)`);
}

/** What `timeOfTx` gives: never null on C, whose blocks have their own time. */
export type TimeOn<Chain extends ChainCode> = Chain extends typeof CHAIN.c ? number : number | null;

/**
 * A time of acceptance, unix seconds, if the node was live then; null otherwise. Nothing from before linearisation is
 * younger than the first block.
 */
function ifLive(time: RawBuilder<number> | ReturnType<typeof sql.ref<number>>): RawBuilder<number | null> {
  const firstBlock = sql`(select time from block where chain = ${CHAIN.x} order by height limit 1)`;
  return sql<number | null>`case
    when ${time} <= coalesce(${firstBlock}, ${time}) and (${isIn(CHAIN.p, time)} or ${isIn(CHAIN.c, time)})
    then ${time} end`;
}

/** Whether a time is in a live span of a chain: the last one that begins before it has not ended. */
function isIn(chain: ChainCode, time: RawBuilder<number> | ReturnType<typeof sql.ref<number>>) {
  return sql`coalesce((select to_ms from live_span where chain = ${chain} and from_ms <= ${time} * 1000
    order by from_ms desc limit 1), -1) >= ${time} * 1000`;
}
