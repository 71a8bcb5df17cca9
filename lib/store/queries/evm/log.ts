import { type RawBuilder, sql } from "kysely";
import type { EvmDb } from "../../db";
import { EVENTS_PER_BLOCK } from "../../rows/columns";
import {
  type BlockLog,
  decodeLogs,
  isWanted,
  keysOfFilter,
  type LogFilter,
  sectionOf,
  startOf,
  termIn,
} from "../../rows/evm-logs";
import { inTuples, setOf } from "../../sql/expressions";
import type { LogTermTable } from "../../tables/evm/chain";
import { inParts } from "../by-key";

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
  const candidates = new Candidates(db, keysOfFilter(filter), await rangeLeft(db, search), order);
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

interface Heights {
  from: number;
  to: number;
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

/** The heights, in order, of blocks that may have such logs. */
class Candidates {
  readonly #db: EvmDb;
  readonly #keys: readonly (readonly number[])[];
  readonly #isDown: boolean;
  /** Sections looked into so far. */
  sections = 0;
  /** Heights not looked at yet; undefined when there are none. */
  left: Heights | undefined;

  constructor(db: EvmDb, keys: readonly (readonly number[])[], range: Heights, order: "desc" | "asc") {
    this.#db = db;
    this.#keys = keys;
    this.#isDown = order === "desc";
    this.left = range.from > range.to ? undefined : range;
  }

  /** The next ones, at most `limit`, possibly none; undefined when nothing is left. */
  async next(limit: number): Promise<number[] | undefined> {
    const { left } = this;
    if (left === undefined) return undefined;
    const page = { ...left, isDown: this.#isDown, limit };
    if (this.#keys.length === 0) {
      const heights = await listLoggedHeights(this.#db, page);
      this.#goOn(heights.length < limit ? undefined : heights.at(-1));
      return heights;
    }
    const section = await findSection(this.#db, this.#keys, page);
    if (section === undefined) {
      this.left = undefined;
      return undefined;
    }
    this.sections += 1;
    const heights = await listHeightsIn(this.#db, section, this.#keys, page);
    const edge = this.#isDown ? startOf(section) : startOf(section + 1) - 1;
    this.#goOn(heights.length < limit ? edge : heights.at(-1));
    return heights;
  }

  /** Nothing is left up to this height, or at all. */
  #goOn(done: number | undefined): void {
    const { from = 0, to = -1 } = this.left ?? {};
    const left = this.#isDown ? { from, to: (done ?? from) - 1 } : { from: (done ?? to) + 1, to };
    this.left = left.from > left.to ? undefined : left;
  }
}

interface HeightPage extends Heights {
  isDown: boolean;
  limit: number;
}

/** Heights of blocks that have logs. */
export async function listLoggedHeights(
  db: EvmDb,
  { from, to, isDown, limit }: HeightPage,
): Promise<number[]> {
  const rows = await db
    .selectFrom("log_body")
    .select("height")
    .where("height", ">=", from)
    .where("height", "<=", to)
    .orderBy("height", isDown ? "desc" : "asc")
    .limit(limit)
    .execute();
  return rows.map(({ height }) => height);
}

/** Sections looked through by one statement. */
const SECTIONS_AT_ONCE = 1_024;

/** The first section in order that has a block for a key of each list: one seek for each section and key. */
export async function findSection(
  db: EvmDb,
  keys: readonly (readonly number[])[],
  { from, to, isDown }: Omit<HeightPage, "limit">,
): Promise<number | undefined> {
  const has = keys.map((any) => {
    const isKey = any.map((key) => sql`term = section.number * ${sql.lit(termIn(1, 0))} + ${key}`);
    return sql`exists (select 1 from log_term where ${sql.join(isKey, sql` or `)})`;
  });
  const [first, last] = [sectionOf(from), sectionOf(to)];
  for (let done = 0; done <= last - first; done += SECTIONS_AT_ONCE) {
    const count = Math.min(SECTIONS_AT_ONCE, last - first + 1 - done);
    const lowest = isDown ? last - done - count + 1 : first + done;
    const nearest: RawBuilder<number | null> = isDown ? sql`max(number)` : sql`min(number)`;
    const { rows } = await sql<{ number: number | null }>`
      with recursive section(number) as (
        select ${lowest} union all select number + 1 from section where number < ${lowest + count - 1}
      )
      select ${nearest} as number from section where ${sql.join(has, sql` and `)}`.execute(db);
    if (rows[0]?.number != null) return rows[0].number;
  }
  return undefined;
}

/** Heights of a section that have a key of each list: seeks for those that have one of the first list. */
export async function listHeightsIn(
  db: EvmDb,
  section: number,
  [any = [], ...others]: readonly (readonly number[])[],
  { from, to, isDown, limit }: HeightPage,
): Promise<number[]> {
  const found = new Set<number>();
  for (const key of any) {
    let query = db
      .selectFrom("log_term as row")
      .select("height")
      .where("term", "=", termIn(section, key))
      .where("height", ">=", from)
      .where("height", "<=", to);
    for (const other of others)
      query = query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("log_term as other")
            .select("other.term")
            .where("other.term", "in", setOf(other.map((each) => termIn(section, each))))
            .whereRef("other.height", "=", "row.height"),
        ),
      );
    const rows = await query
      .orderBy("height", isDown ? "desc" : "asc")
      .limit(limit)
      .execute();
    for (const { height } of rows) found.add(height);
  }
  return [...found].sort((a, b) => (isDown ? b - a : a - b)).slice(0, limit);
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

/** Which of some terms are stored, by `termName`. */
export async function findLogTerms(db: EvmDb, terms: readonly LogTermTable[]): Promise<Set<string>> {
  const rows = await inParts(db, terms, (part) =>
    db
      .selectFrom("log_term")
      .selectAll()
      .where(
        inTuples(
          ["term", "height"],
          part.map(({ term, height }) => [term, height]),
        ),
      )
      .execute(),
  );
  return new Set(rows.map(termName));
}

export function termName({ term, height }: LogTermTable): string {
  return `${term}/${height}`;
}
