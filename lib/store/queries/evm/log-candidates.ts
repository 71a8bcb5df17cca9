import { expressionBuilder, type RawBuilder, sql } from "kysely";
import type { EvmDb } from "../../db";
import { ACTIVITY, heightOf, positionOf } from "../../rows/columns";
import type { LogFilter } from "../../rows/evm-logs";
import { BlockSet, clausesOf, type LogClause, sectionOf, startOf, termOf } from "../../rows/log-terms";
import { numberSetOf } from "../../sql/expressions";
import type { EvmTables } from "../../tables/evm";
import { listPositions } from "./activity";
import { findAddressIds } from "./address";
import { hasItems } from "./list-items";

/** Both included. */
export interface Heights {
  from: number;
  to: number;
}

interface HeightPage extends Heights {
  isDown: boolean;
  limit: number;
}

/** What a block has to have, with addresses by their numbers. */
type Clause = LogClause<number>;

/** The heights, in order, of blocks that may have such logs. */
export class Candidates {
  readonly #db: EvmDb;
  readonly #clauses: readonly Clause[];
  readonly #isDown: boolean;
  /** Sections looked into so far. */
  sections = 0;
  /** Heights not looked at yet; undefined when there are none. */
  left: Heights | undefined;

  private constructor(db: EvmDb, clauses: readonly Clause[], range: Heights, order: "desc" | "asc") {
    this.#db = db;
    this.#clauses = clauses;
    this.#isDown = order === "desc";
    this.left = range.from > range.to ? undefined : range;
  }

  static async open(
    db: EvmDb,
    filter: LogFilter,
    { range, order }: { range: Heights; order: "desc" | "asc" },
  ): Promise<Candidates> {
    const clauses = clausesOf(filter);
    const sides = await Promise.all(clauses.map((clause) => findAddressIds(db, clause.sides)));
    const numbered = clauses.map(({ keys }, i) => ({
      keys,
      sides: [...new Set(sides[i]?.map(({ id }) => id))],
    }));
    return new Candidates(db, numbered, range, order);
  }

  /** The next ones, at most `limit`, possibly none; undefined when nothing is left. */
  async next(limit: number): Promise<number[] | undefined> {
    const { left } = this;
    if (left === undefined) return undefined;
    const page = { ...left, isDown: this.#isDown, limit };
    if (this.#clauses.length === 0) {
      const heights = await listLoggedHeights(this.#db, page);
      this.#goOn(heights.length < limit ? undefined : heights.at(-1));
      return heights;
    }
    const section = await findSection(this.#db, this.#clauses, page);
    if (section === undefined) {
      this.left = undefined;
      return undefined;
    }
    this.sections += 1;
    const heights = await listHeightsIn(this.#db, section, this.#clauses, page);
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

/** The lists of an address that hold its token transfers. */
const TRANSFERS = [ACTIVITY.erc20, ACTIVITY.erc721, ACTIVITY.erc1155];

/** Sections looked through by one statement. */
const SECTIONS_AT_ONCE = 1_024;

/** The first section in order that has something for each clause: a few seeks for each section, key and address. */
export async function findSection(
  db: EvmDb,
  clauses: readonly Clause[],
  { from, to, isDown }: Omit<HeightPage, "limit">,
): Promise<number | undefined> {
  const { or, exists } = expressionBuilder<EvmTables>();
  const inSection = (perSection: number, offset: number) =>
    sql<number>`section.number * ${sql.lit(perSection)} + ${offset}`;
  const terms = termOf(0, startOf(1));
  const positions = positionOf(startOf(1), 0);
  const moves = { from: inSection(positions, 0), below: inSection(positions, positions) };
  const has = clauses.map(({ keys, sides }) =>
    or([
      ...keys.map((key) =>
        exists(
          db
            .selectFrom("log_term")
            .select("term")
            .where("term", ">=", inSection(terms, termOf(key, 0)))
            .where("term", "<=", inSection(terms, termOf(key, startOf(1) - 1))),
        ),
      ),
      ...sides.map((id) => hasItems(db, { addressId: id, kinds: TRANSFERS }, moves)),
    ]),
  );
  const first = sectionOf(from);
  const last = sectionOf(to);
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

/** Heights of a section, in order, that have something for each clause: up to the limit of the page. */
export async function listHeightsIn(
  db: EvmDb,
  section: number,
  clauses: readonly Clause[],
  page: HeightPage,
): Promise<number[]> {
  const { isDown, limit } = page;
  const from = Math.max(page.from, startOf(section));
  const within = { isDown, limit, from, to: Math.min(page.to, startOf(section + 1) - 1) };
  // Several clauses may have few blocks in common.
  const most = clauses.length === 1 ? limit : undefined;
  const found: Found[] = [];
  for (const { keys, sides } of clauses)
    found.push({ sides, blocks: await readBlocks(db, { section, keys, most }, within) });
  const sided = found.filter(({ sides }) => sides.length > 0);
  const plain = found.filter(({ sides }) => sides.length === 0).map(({ blocks }) => blocks);
  const mayBe = (height: number) => plain.every((blocks) => blocks.has(height));
  const candidates = plain[0] && heightsOf(plain[0], within).filter(mayBe);
  // A page of candidates takes one statement.
  const walked = candidates && candidates.length <= limit ? [] : sided;
  for (const [i, first] of walked.entries()) {
    const isLast = candidates === undefined && i === sided.length - 1;
    const most = isLast ? Number.POSITIVE_INFINITY : MOST_LOOKED_AT;
    const besides = { mayBe, sided: sided.filter((other) => other !== first) };
    const heights = await listHeightsOf(db, first, { besides, most }, within);
    if (heights) return heights;
  }
  return keepUpTo(db, candidates ?? [], { mayBe, sided }, limit);
}

/** Blocks of a section that have one of a clause's keys, and the addresses whose transfers do as well. */
interface Found {
  blocks: BlockSet;
  sides: readonly number[];
}

/** What blocks have to have besides. */
interface Besides {
  mayBe: (height: number) => boolean;
  sided: readonly Found[];
}

/** Blocks that have one of some keys; of each key no more than the first `most` of a page are needed. */
async function readBlocks(
  db: EvmDb,
  { section, keys, most }: { section: number; keys: readonly number[]; most: number | undefined },
  { from, to, isDown }: HeightPage,
): Promise<BlockSet> {
  const found = new BlockSet(section);
  for (const key of keys) {
    let rows = db
      .selectFrom("log_term")
      .selectAll()
      .where("term", ">=", termOf(key, from))
      .where("term", "<=", termOf(key, to));
    // Each row has a block, but that of the first one may lie before the page.
    if (most !== undefined) rows = rows.orderBy("term", isDown ? "desc" : "asc").limit(most + 1);
    for (const row of await rows.execute()) found.add(row);
  }
  return found;
}

/** Heights of blocks that have something for a clause. @returns undefined when one of its addresses has more than `most` transactions in vain */
async function listHeightsOf(
  db: EvmDb,
  { blocks, sides }: Found,
  { besides, most }: { besides: Besides; most: number },
  page: HeightPage,
): Promise<number[] | undefined> {
  const found = await keepUpTo(db, heightsOf(blocks, page), besides, page.limit);
  for (const id of sides) {
    const heights = await listHeightsOfSide(db, id, { besides, most }, page);
    if (heights === undefined) return undefined;
    found.push(...heights);
  }
  return [...new Set(found)].sort((a, b) => (page.isDown ? b - a : a - b)).slice(0, page.limit);
}

/** Heights looked at by one statement. */
const HEIGHTS_AT_ONCE = 256;

/** Up to a limit of heights that have what they need besides. */
async function keepUpTo(
  db: EvmDb,
  heights: readonly number[],
  besides: Besides,
  limit: number,
): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < heights.length && found.length < limit; at += HEIGHTS_AT_ONCE)
    found.push(...(await keepThoseWith(db, heights.slice(at, at + HEIGHTS_AT_ONCE), besides)));
  return found.slice(0, limit);
}

/** Heights of blocks within a page, in its order. */
function heightsOf(blocks: BlockSet, { from, to, isDown }: HeightPage): number[] {
  const heights = blocks.heights().filter((height) => from <= height && height <= to);
  return isDown ? heights.reverse() : heights;
}

/** Transactions of an address read at once: at first, and at most. */
const TXS_AT_FIRST = 128;
const MOST_TXS = 8_192;
/** After so many, another clause is begun with. */
const MOST_LOOKED_AT = 4_096;

/** Heights at which an address took part in a token transfer. */
async function listHeightsOfSide(
  db: EvmDb,
  addressId: number,
  { besides, most }: { besides: Besides; most: number },
  { from, to, isDown, limit }: HeightPage,
): Promise<number[] | undefined> {
  const found: number[] = [];
  const list = { addressId, kinds: TRANSFERS };
  const order = isDown ? "desc" : "asc";
  let range = { from: positionOf(from, 0), below: positionOf(to + 1, 0) };
  let looked = 0;
  for (let txs = TXS_AT_FIRST; found.length < limit; txs = Math.min(2 * txs, MOST_TXS)) {
    if (looked > most) return undefined;
    const positions = await listPositions(db, list, { range, order, limit: txs });
    const heights = [...new Set(positions.map(heightOf))];
    found.push(...(await keepThoseWith(db, heights, besides)));
    const last = heights.at(-1);
    if (positions.length < txs || last === undefined) break;
    looked += positions.length;
    range = isDown ? { ...range, below: positionOf(last, 0) } : { ...range, from: positionOf(last + 1, 0) };
  }
  return found;
}

/** Those of some heights that have what they need besides, in the same order. */
async function keepThoseWith(
  db: EvmDb,
  heights: readonly number[],
  { mayBe, sided }: Besides,
): Promise<number[]> {
  let kept = heights.filter(mayBe);
  for (const { blocks, sides } of sided) {
    const moved = await findHeightsOf(
      db,
      kept.filter((height) => !blocks.has(height)),
      sides,
    );
    kept = kept.filter((height) => blocks.has(height) || moved.has(height));
  }
  return kept;
}

/** Those of some heights at which one of some addresses took part in a token transfer. */
async function findHeightsOf(
  db: EvmDb,
  heights: readonly number[],
  sides: readonly number[],
): Promise<Set<number>> {
  if (heights.length === 0) return new Set();
  const perBlock = sql.lit(positionOf(1, 0));
  const rows = await db
    .selectFrom("log_body")
    .select("height")
    .where("height", "in", numberSetOf(heights))
    .where((eb) => {
      const from = eb(eb.ref("log_body.height"), "*", perBlock);
      const below = eb(from, "+", perBlock);
      return eb.or(sides.map((id) => hasItems(db, { addressId: id, kinds: TRANSFERS }, { from, below })));
    })
    .execute();
  return new Set(rows.map(({ height }) => height));
}
