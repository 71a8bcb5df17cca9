import { sql } from "kysely";
import type { PrimaryDb } from "../db";
import { type ChainCode, dagPosition, OUTPUT_TYPES } from "../rows/columns";
import { u64SumAs } from "../sqlite/computed";
import { isFlag } from "../sqlite/expressions";
import { readFirstBlockTime } from "./cut";
import { readGenesisTime } from "./tx-times";

/** What all outputs of an asset that some owners had on a chain did in one second of that chain's time. */
export interface BalanceChange {
  /** Unix seconds. */
  time: number;
  /** Created less spent, staked or not. */
  amount: bigint;
  /** Staked less returned. */
  staked: bigint;
}

/**
 * Every change of a balance, oldest first: added up to a time, they are what `readBalances` reads at the cut of that time,
 * exports apart. All outputs of the owners are read once, spent ones too.
 */
export async function listBalanceChanges(
  db: PrimaryDb,
  { owners, chain, asset }: { owners: readonly Uint8Array[]; chain: ChainCode; asset: number },
): Promise<BalanceChange[]> {
  const timeAt = await timesOfPositions(db, chain);
  const changes = new Map<number, BalanceChange>();
  const isStake = isFlag("staked", true);
  for (const owner of owners) {
    const own = sql`owners = ${owner} and chain = ${chain} and destination is null and asset = ${asset}
      and output_type = ${TRANSFER}`;
    /** Sums of outputs, and of what of them is stake, by the time of a position. */
    const sums = async (position: string, which: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ time: number; amount: bigint; stake: bigint }>`
        select ${timeAt} as time, ${u64SumAs("amount")}, ${u64SumAs("stake")}
        from (select ${sql.raw(position)} as place, amount, case when ${isStake} then amount else 0 end as stake
          from utxo where ${own} and ${which}) as part
        group by time`.execute(db);
      return rows.map(({ time, ...sum }) => {
        const change = changes.get(time) ?? { time, amount: 0n, staked: 0n };
        changes.set(time, change);
        return { change, sum };
      });
    };
    for (const { change, sum } of await sums("coalesce(created_position, position)", sql`true`)) {
      change.amount += sum.amount;
      change.staked += sum.stake;
    }
    for (const { change, sum } of await sums("consumed_position", sql`consumed_position is not null`))
      change.amount -= sum.amount;
    const returned = sql`${isStake} and released_position is not null`;
    for (const { change, sum } of await sums("released_position", returned)) change.staked -= sum.stake;
  }
  return [...changes.values()].sort((a, b) => a.time - b.time);
}

const TRANSFER = OUTPUT_TYPES.indexOf("secp256k1.transfer");

/**
 * Time of the position `place`: that of its block. The X-Chain's graph comes before the first block whatever the node's
 * clock said, and genesis outputs come first of all.
 */
async function timesOfPositions(db: PrimaryDb, chain: ChainCode): Promise<ReturnType<typeof sql>> {
  const genesis = (await readGenesisTime(db)) ?? 0;
  const firstBlock = (await readFirstBlockTime(db, chain)) ?? Number.MAX_SAFE_INTEGER;
  const ofTx = sql`case when tx.time < ${firstBlock} then tx.time else ${firstBlock} end`;
  return sql`coalesce(
    (select time from block where block.chain = ${chain} and block.height = place / 65536),
    (select ${ofTx} from tx where tx.chain = ${chain} and tx.position = place and place >= ${dagPosition(0)}),
    ${genesis})`;
}
