import { type RawBuilder, sql } from "kysely";
import type { EvmDb } from "../../db";
import { ACTIVITY, EVENTS_PER_BLOCK } from "../../rows/columns";
import { rowCount } from "../../sql/computed";

/** Lists of addresses, compared with the rows that they name inside the engine: they are most rows of a store. */

/** Positions of an epoch: from its first one on, below that of the next. */
export interface EpochSpan {
  epoch: number;
  from: number;
  below: number;
}

/** An item that is stored and should not be, or is missing. */
export interface WrongItem {
  addressId: number;
  kind: number;
  position: number;
  item: number;
  isStored: boolean;
}

export async function listEpochSpans(db: EvmDb): Promise<EpochSpan[]> {
  const rows = await db.selectFrom("epoch").selectAll().orderBy("epoch").execute();
  return rows.map(({ epoch, first_position }, i) => ({
    epoch,
    from: first_position,
    below: rows[i + 1]?.first_position ?? Number.MAX_SAFE_INTEGER,
  }));
}

/** Items of an epoch that differ from its transactions, calls and movements: at most `limit` of each kind. */
export async function findWrongItems(db: EvmDb, span: EpochSpan, limit: number): Promise<WrongItem[]> {
  const wrong: WrongItem[] = [];
  for (const { kind, items } of LISTS) {
    const expected = sql`(${items(span)})`;
    const stored = sql`(select address_id, position, item from address_activity
      where epoch = ${span.epoch} and kind = ${kind})`;
    for (const [these, those, isStored] of [
      [expected, stored, false],
      [stored, expected, true],
    ] as const) {
      const { rows } = await sql<{ address_id: number; position: number; item: number }>`
        select * from ${these} as these except select * from ${those} as those
        limit ${limit}`.execute(db);
      for (const { address_id, ...row } of rows)
        wrong.push({ addressId: address_id, kind, ...row, isStored });
    }
  }
  return wrong;
}

/** How many items an epoch has, its listed addresses without items, and its addresses with items that are not listed. */
export async function auditEpoch(
  db: EvmDb,
  { epoch }: EpochSpan,
): Promise<{ items: number; without: number[]; unlisted: number[] }> {
  const items = await db
    .selectFrom("address_activity")
    .select(rowCount.as("items"))
    .where("epoch", "=", epoch)
    .executeTakeFirstOrThrow();
  const active = sql`select address_id from address_activity where epoch = ${epoch}`;
  const listed = sql`select address_id from address_epoch where epoch = ${epoch}`;
  const difference = async (these: RawBuilder<unknown>, those: RawBuilder<unknown>) => {
    const { rows } = await sql<{ address_id: number }>`${these} except ${those} limit 100`.execute(db);
    return rows.map(({ address_id }) => address_id);
  };
  return {
    items: items.items,
    without: await difference(listed, active),
    unlisted: await difference(active, listed),
  };
}

/** Numbers of addresses in lists that the dictionary does not have. */
export async function listUnknownAddresses(db: EvmDb, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("address_epoch")
    .leftJoin("address", "address.id", "address_epoch.address_id")
    .select("address_id")
    .distinct()
    .where("address.id", "is", null)
    .limit(limit)
    .execute();
  return rows.map(({ address_id }) => address_id);
}

interface List {
  kind: number;
  /** What belongs into the list, as address_id, position and item. */
  items: (span: EpochSpan) => RawBuilder<unknown>;
}

const within = ({ from, below }: EpochSpan) => sql`position >= ${from} and position < ${below}`;
const EVENT = sql.raw(`item * ${EVENTS_PER_BLOCK} + log_index`);

function transfers(kind: "erc20" | "erc721" | "erc1155", form: number): List {
  return {
    kind: ACTIVITY[kind],
    items: (span) => sql`
      select from_id as address_id, position, ${EVENT} as item from token_transfer
        where form = ${form} and ${within(span)} union
      select to_id, position, ${EVENT} from token_transfer where form = ${form} and ${within(span)}`,
  };
}

const LISTS: readonly List[] = [
  {
    kind: ACTIVITY.native,
    items: (span) => sql`
      select from_id as address_id, position, 0 as item from "transaction" where ${within(span)} union
      select coalesce(to_id, created_id), position, 0 from "transaction"
        where coalesce(to_id, created_id) is not null and ${within(span)}`,
  },
  {
    kind: ACTIVITY.internal,
    items: (span) => sql`
      select from_id as address_id, position, trace_index as item from internal_transaction where ${within(span)} union
      select to_id, position, trace_index from internal_transaction where to_id is not null and ${within(span)}`,
  },
  transfers("erc20", 0),
  transfers("erc721", 1),
  transfers("erc1155", 2),
  {
    kind: ACTIVITY.token,
    items: (span) => sql`select token_id as address_id, position, ${EVENT} as item from token_transfer
      where ${within(span)}`,
  },
  {
    kind: ACTIVITY.wrap,
    items: (span) => sql`select holder_id as address_id, position, log_index as item from coin_wrap
      where ${within(span)}`,
  },
  {
    kind: ACTIVITY.wrapper,
    items: (span) => sql`select token_id as address_id, position, log_index as item from coin_wrap
      where ${within(span)}`,
  },
];
