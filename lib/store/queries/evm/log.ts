import type { EvmDb } from "../../db";
import { EVENTS_PER_BLOCK } from "../../rows/columns";
import { type BlockLog, decodeLogs, isWanted, type LogFilter } from "../../rows/evm-logs";
import { setOf } from "../../sql/expressions";
import { inParts } from "../by-key";
import { Candidates, type Heights, listLoggedHeights } from "./log-candidates";

/** A log's place in its chain. */
export interface LogPlace {
  height: number;
  logIndex: number;
}

export type FoundLog = BlockLog & LogPlace;

export interface LogSearch {
  filter: LogFilter;
  /** Heights, both included. */
  from: number;
  to: number;
  /** Which come first: the newest, or the oldest. */
  order: "desc" | "asc";
  /** Where an earlier search ended: `next` of its answer. */
  after: LogPlace | undefined;
  limit: number;
}

/** Logs in order, and where to go on; nothing is left if `next` is undefined. */
export interface FoundLogs {
  logs: FoundLog[];
  next: LogPlace | undefined;
}

/** Blocks read at once, and in one search. */
const BLOCKS_AT_ONCE = 32;
const MOST_BLOCKS = 256;
/** Sections in which one search looks for blocks. */
const MOST_SECTIONS = 8;

/**
 * Logs of a filter. A search costs no more than a few hundred blocks, whatever the filter: it may end before it has found as many
 * as it was to, or any.
 */
export async function searchLogs(db: EvmDb, search: LogSearch): Promise<FoundLogs> {
  const { filter, order, after, limit } = search;
  const isDown = order === "desc";
  const candidates = await Candidates.open(db, filter, { range: await rangeLeft(db, search), order });
  const logs: FoundLog[] = [];
  for (let blocks = 0; blocks < MOST_BLOCKS && candidates.sections < MOST_SECTIONS; ) {
    const heights = await candidates.next(BLOCKS_AT_ONCE);
    if (heights === undefined) return { logs, next: undefined };
    blocks += heights.length;
    const bodies = new Map((await listLogBodies(db, heights)).map((row) => [row.height, row]));
    for (const height of heights) {
      const body = bodies.get(height);
      const all = body === undefined ? [] : decodeLogs(body.logs, body.transactions);
      for (const log of isDown ? all.reverse() : all) {
        if (!isWanted(log, filter) || (after?.height === height && !isBehind(log, after, isDown))) continue;
        const last = logs.at(-1);
        if (logs.length === limit && last) return { logs, next: last };
        logs.push({ ...log, height });
      }
    }
  }
  const { left } = candidates;
  if (left === undefined) return { logs, next: undefined };
  const next = isDown
    ? { height: left.to + 1, logIndex: 0 }
    : { height: left.from - 1, logIndex: EVENTS_PER_BLOCK };
  return { logs, next };
}

/** The heights to look through: no further than there are logs. */
async function rangeLeft(db: EvmDb, { from, to, order, after }: LogSearch): Promise<Heights> {
  const every = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1 };
  const [first = 0] = await listLoggedHeights(db, { ...every, isDown: false });
  const [last = -1] = await listLoggedHeights(db, { ...every, isDown: true });
  const there = { from: Math.max(from, first), to: Math.min(to, last) };
  if (after === undefined) return there;
  return order === "desc"
    ? { from: there.from, to: Math.min(there.to, after.height) }
    : { from: Math.max(there.from, after.height), to: there.to };
}

function isBehind({ logIndex }: BlockLog, after: LogPlace, isDown: boolean): boolean {
  return isDown ? logIndex < after.logIndex : logIndex > after.logIndex;
}

/** `log_body` of blocks, each with the block's `block_body`, in no particular order. */
export async function listLogBodies(
  db: EvmDb,
  heights: readonly number[],
): Promise<{ height: number; logs: Uint8Array; transactions: Uint8Array }[]> {
  const rows = await inParts(db, heights, (part) =>
    db
      .selectFrom("log_body")
      .innerJoin("block_body", "block_body.height", "log_body.height")
      .select(["log_body.height", "log_body.bytes as logs", "block_body.bytes as transactions"])
      .where("log_body.height", "in", setOf(part))
      .execute(),
  );
  return [...new Map(rows.map((row) => [row.height, row])).values()];
}

/** The stored ones of some terms, with their blocks. */
export async function findLogTerms(db: EvmDb, terms: readonly number[]): Promise<Map<number, number>> {
  const rows = await inParts(db, terms, (part) =>
    db.selectFrom("log_term").selectAll().where("term", "in", setOf(part)).execute(),
  );
  return new Map(rows.map(({ term, blocks }) => [term, blocks]));
}
