import { sql } from "kysely";
import { positionOf } from "../../columns";
import type { EvmStore } from "../../open-evm";
import type { ChainActivityTable } from "../../tables/evm/chain-activity";
import type { TokenTable } from "../../tables/evm/token";
import { inParts } from "../by-key";

type Db = EvmStore["db"];

const SECONDS_PER_DAY = 86_400;

/** Who a transaction or a movement of tokens was between, by number, and when (unix seconds). */
export interface MetParties {
  time: number;
  from: number;
  to: number | null;
}

/** Height of the first block of the UTC day that the last one is on; undefined while there is none. */
export async function findDayStart(db: Db): Promise<number | undefined> {
  const last = await db
    .selectFrom("block")
    .select("time")
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return undefined;
  return findFirstHeightFrom(db, last.time - (last.time % SECONDS_PER_DAY));
}

/** Parties of all that happened in some blocks from a height on, and the height after them if there are more. */
export async function listParties(
  db: Db,
  { height, blocks }: { height: number; blocks: number },
): Promise<{ parties: MetParties[]; next: number | undefined }> {
  const found = await db
    .selectFrom("block")
    .select(["height", "time"])
    .where("height", ">=", height)
    .orderBy("height")
    .limit(blocks)
    .execute();
  const parties: MetParties[] = [];
  for (const { height, time } of found) {
    const [from, below] = [positionOf(height, 0), positionOf(height + 1, 0)];
    for (const table of ["transaction", "token_transfer"] as const) {
      const rows = await db
        .selectFrom(table)
        .select(["from_id as from", "to_id as to"])
        .where("position", ">=", from)
        .where("position", "<", below)
        .execute();
      for (const row of rows) parties.push({ time, ...row });
    }
  }
  const last = found.at(-1);
  return { parties, next: last !== undefined && found.length === blocks ? last.height + 1 : undefined };
}

/** What blocks that follow add to: the last block's time (unix seconds, and ms since Granite) and the transactions so far. */
export interface ChainEnd {
  time: number;
  time_ms: number | null;
  tx_total: number;
}

/** Undefined while there is no block. */
export function findChainEnd(db: Db): Promise<ChainEnd | undefined> {
  return db
    .selectFrom("block")
    .select(["time", "time_ms", "tx_total"])
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();
}

type Span = Pick<ChainActivityTable, "hours" | "start_hour">;

/** One text for an hour or a day. */
export function spanKey({ hours, start_hour }: Span): string {
  return `${hours}/${start_hour}`;
}

/** Stored figures that a batch adds to, by key; what is unknown is left out. */

export function findActivity(db: Db, spans: readonly Span[]): Promise<ChainActivityTable[]> {
  return inParts(spans, (part) => {
    const wanted = sql.join(part.map(({ hours, start_hour }) => sql`(${hours}, ${start_hour})`));
    return db
      .selectFrom("chain_activity")
      .selectAll()
      .where(sql<boolean>`(hours, start_hour) in (values ${wanted})`)
      .execute();
  });
}

export function findTokens(db: Db, tokenIds: readonly number[]): Promise<TokenTable[]> {
  return inParts(tokenIds, (part) =>
    db.selectFrom("token").selectAll().where("token_id", "in", part).execute(),
  );
}

/** Height of the first block at or after a time (unix seconds). */
export async function findFirstHeightFrom(db: Db, time: number): Promise<number | undefined> {
  const first = await db
    .selectFrom("block")
    .select("height")
    .where("time", ">=", time)
    .orderBy("time")
    .orderBy("height")
    .limit(1)
    .executeTakeFirst();
  return first?.height;
}
