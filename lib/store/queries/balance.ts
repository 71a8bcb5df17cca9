import { sql } from "kysely";
import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode } from "../rows/columns";
import { rowCount, u64SumAs } from "../sql/computed";
import { isFlag, isNullIndexed } from "../sql/expressions";
import type { Cut } from "./cut";

/** Outputs of one kind, added up: of one chain or on their way to one, of one asset, with the same locks. */
export interface BalanceGroup {
  /** Chain that created them. */
  chain: ChainCode;
  /** Blockchain id an export goes to. */
  destination: Uint8Array | null;
  /** `asset.id`. */
  asset: number;
  /** Index into `OUTPUT_TYPES`. */
  output_type: number;
  /** Start of the period for which they are staked (unix seconds); null when they are not. */
  stake_start: number | null;
  stakeable_locktime: bigint | null;
  locktime: bigint;
  outputs: number;
  amount: bigint;
}

/** What a chain shows of the outputs of some owners (`findOwners`): its own, and those on their way to it. */
export interface BalanceQuery {
  owners: readonly Uint8Array[];
  chain: ChainCode;
  /** Of that chain. */
  blockchainId: Uint8Array;
  /** Absent for the current balance. */
  cut?: Cut;
  /**
   * Exports to leave out: those to a blockchain from before a position of the chain that made them, as it may have
   * imported them in a block that is not stored.
   */
  uncertain?: readonly UncertainExports[];
}

export interface UncertainExports {
  destination: Uint8Array;
  below: Record<ChainCode, number>;
}

/** Everything that existed and was not spent, in groups. */
export async function readBalances(
  db: PrimaryDb,
  { owners, chain, blockchainId, cut, uncertain = [] }: BalanceQuery,
): Promise<BalanceGroup[]> {
  const groups: BalanceGroup[] = [];
  for (const owner of owners)
    for (const source of Object.values(CHAIN)) {
      const incoming = sql`and destination = ${blockchainId} and ${isFlag("staked", false)} and ${isNullIndexed("released_position", true)}`;
      const certain = uncertain.map(
        ({ destination, below }) =>
          sql`and not (destination is not null and destination = ${destination} and position < ${below[source]})`,
      );
      const own = source === chain ? sql`` : incoming;
      const which = sql`owners = ${owner} and chain = ${source} ${own} ${sql.join(certain, sql` `)}`;
      groups.push(...(await addUp(db, which, cut)));
      if (source === CHAIN.p && chain === CHAIN.p) groups.push(...(await listStaked(db, which, cut)));
    }
  return groups;
}

type Condition = ReturnType<typeof sql>;

/** What distinguishes groups, in the order of the index. */
const kind = sql.raw("destination, asset, output_type, stakeable_locktime, locktime");

async function addUp(db: PrimaryDb, which: Condition, cut: Cut | undefined): Promise<BalanceGroup[]> {
  const parts =
    cut === undefined ? FREE : [sql`${isThere(cut)} and not (${isFlag("staked", true)} and ${isHeld(cut)})`];
  const rows: Summed[] = [];
  for (const part of parts) {
    const found = await sql<Summed>`select chain, ${kind}, ${rowCount} as outputs, ${u64SumAs("amount")}
      from utxo where ${which} and ${part} group by chain, ${kind}`.execute(db);
    rows.push(...found.rows);
  }
  return rows.map((group) => ({ ...group, stake_start: null }));
}

/** What exists now and is not locked in a stake: parts of the index in which only `kind` distinguishes rows. */
const FREE = [
  sql`consumed_position is null and ${isFlag("staked", false)} and ${isNullIndexed("released_position", true)}`,
  sql`consumed_position is null and ${isFlag("staked", false)} and ${isNullIndexed("released_position", false)}`,
  sql`consumed_position is null and ${isFlag("staked", true)} and ${isNullIndexed("released_position", false)}`,
];

type Summed = Omit<BalanceGroup, "stake_start">;

/** Stake principal that has not been returned, one by one: each has its own period. */
async function listStaked(db: PrimaryDb, which: Condition, cut: Cut | undefined): Promise<BalanceGroup[]> {
  const there =
    cut === undefined
      ? sql`consumed_position is null and ${isFlag("staked", true)} and ${isNullIndexed("released_position", true)}`
      : sql`${isFlag("staked", true)} and ${isThere(cut)} and ${isHeld(cut)}`;
  const { rows } = await sql<Omit<BalanceGroup, "outputs">>`
    select held.*, coalesce(${firstStart}, stake.start_time, 0) as stake_start
    from (select chain, position, ${kind}, amount from utxo where ${which} and ${there}) as held
    left join stake on stake.position = held.position`.execute(db);
  return rows.map((row) => ({ ...row, stake_start: Number(row.stake_start), outputs: 1 }));
}

/** A row of an auto-renewed validator describes its current cycle. */
const firstStart = sql`(select min(start_time) from stake_cycle where stake_cycle.position = held.position)`;

/** Created before the cut and not spent before it. */
function isThere({ below }: Cut): Condition {
  const p = below[CHAIN.p];
  const x = below[CHAIN.x];
  const c = below[CHAIN.c];
  const bound = (chain: string) =>
    sql`case ${sql.raw(chain)} when 0 then ${p} when 1 then ${x} else ${c} end`;
  return sql`coalesce(created_position, position) < ${bound("chain")}
    and (consumed_position is null or consumed_position >= ${bound("consumed_chain")})`;
}

function isHeld({ below }: Cut): Condition {
  return sql`(released_position is null or released_position >= ${below[CHAIN.p]})`;
}
