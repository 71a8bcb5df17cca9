import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { EvmDb } from "../../db";
import { ACTIVITY, heightOf, positionOf } from "../../rows/columns";
import { clausesOf, type LogClause, type LogFilter, sectionOf, startOf, termIn } from "../../rows/evm-logs";
import { numberSetOf, setOf } from "../../sql/expressions";
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
  const start = (offset: number) =>
    sql<number>`(section.number + ${sql.lit(offset)}) * ${sql.lit(positionOf(startOf(1), 0))}`;
  const has = clauses.map(({ keys, sides }) => {
    const isKey = keys.map((key) => sql<SqlBool>`term = section.number * ${sql.lit(termIn(1, 0))} + ${key}`);
    return or([
      exists(db.selectFrom("log_term").select("term").where(or(isKey))),
      ...sides.map((id) =>
        hasItems(db, { addressId: id, kinds: TRANSFERS }, { from: start(0), below: start(1) }),
      ),
    ]);
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

/**
 * Heights of a section that have something for each clause. They are sought among those that have it for the first one, or for
 * the next where an address has too many.
 */
export async function listHeightsIn(
  db: EvmDb,
  section: number,
  clauses: readonly Clause[],
  page: HeightPage,
): Promise<number[]> {
  const { isDown, limit } = page;
  const within = {
    ...page,
    from: Math.max(page.from, startOf(section)),
    to: Math.min(page.to, startOf(section + 1) - 1),
  };
  for (const clause of clauses) {
    const besides = { section, others: clauses.filter((other) => other !== clause) };
    const most = clause === clauses.at(-1) ? Number.POSITIVE_INFINITY : MOST_LOOKED_AT;
    const heights = await listHeightsOf(db, clause, { besides, most }, within);
    if (heights) return [...new Set(heights)].sort((a, b) => (isDown ? b - a : a - b)).slice(0, limit);
  }
  return [];
}

/** What the blocks of a section have to have besides. */
interface Others {
  others: readonly Clause[];
  section: number;
}

/** For each key and address up to a page. @returns undefined when one of the addresses has more than `most` transactions in vain */
async function listHeightsOf(
  db: EvmDb,
  { keys, sides }: Clause,
  { besides, most }: { besides: Others; most: number },
  page: HeightPage,
): Promise<number[] | undefined> {
  const found: number[] = [];
  for (const key of keys)
    found.push(...(await listHeightsOfTerm(db, termIn(besides.section, key), besides, page)));
  for (const id of sides) {
    const heights = await listHeightsOfSide(db, id, { besides, most }, page);
    if (heights === undefined) return undefined;
    found.push(...heights);
  }
  return found;
}

async function listHeightsOfTerm(
  db: EvmDb,
  term: number,
  besides: Others,
  { from, to, isDown, limit }: HeightPage,
): Promise<number[]> {
  const rows = await db
    .selectFrom("log_term as row")
    .select("height")
    .where("term", "=", term)
    .where("height", ">=", from)
    .where("height", "<=", to)
    .where(({ and, ref }) =>
      and(besides.others.map((clause) => hasClause(db, besides.section, clause, ref("row.height")))),
    )
    .orderBy("height", isDown ? "desc" : "asc")
    .limit(limit)
    .execute();
  return rows.map(({ height }) => height);
}

/** Whether a block of a section has something for a clause. */
function hasClause(
  db: EvmDb,
  section: number,
  { keys, sides }: Clause,
  height: Expression<number>,
): Expression<SqlBool> {
  const { eb, or, exists } = expressionBuilder<EvmTables>();
  const perBlock = sql.lit(positionOf(1, 0));
  const from = eb(height, "*", perBlock);
  const below = eb(from, "+", perBlock);
  const terms = keys.map((key) => termIn(section, key));
  return or([
    exists(
      db
        .selectFrom("log_term as other")
        .select("other.term")
        .where("other.term", "in", setOf(terms))
        .where("other.height", "=", height),
    ),
    ...sides.map((id) => hasItems(db, { addressId: id, kinds: TRANSFERS }, { from, below })),
  ]);
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
  { besides, most }: { besides: Others; most: number },
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

/** Those of some heights that have something for each of the other clauses, in the same order. */
async function keepThoseWith(
  db: EvmDb,
  heights: readonly number[],
  { others, section }: Others,
): Promise<number[]> {
  if (others.length === 0 || heights.length === 0) return [...heights];
  const rows = await db
    .selectFrom("log_body")
    .select("height")
    .where("height", "in", numberSetOf(heights))
    .where(({ and, ref }) =>
      and(others.map((clause) => hasClause(db, section, clause, ref("log_body.height")))),
    )
    .execute();
  const kept = new Set(rows.map(({ height }) => height));
  return heights.filter((height) => kept.has(height));
}
