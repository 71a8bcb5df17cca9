import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, clustered, heap } = ddl;

/**
 * Distinct addresses of weeks and months. In an older store they are counted from its rows: five seconds for a million
 * transfers.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of tables) await statement.execute(db);
  const { rows } = await sql<{
    first: number | null;
    last: number;
  }>`select min(time) as "first", max(time) as "last" from block`.execute(db);
  const [{ first, last } = { first: null, last: 0 }] = rows;
  if (first === null) return;
  for (const unit of ["week", "month"] as const) {
    for (let start = startOf(first, unit); start <= last; start = endOf(start, unit)) {
      const period = await periodOf(db, start, endOf(start, unit));
      if (period !== undefined) await (unit === "week" ? countWeek : countMonth)(db, period);
    }
  }
}

const tables = [
  sql`create table active_period (
    unit ${integer} not null, start_hour ${integer} not null,
    addresses ${integer} not null, senders ${integer} not null, primary key (unit, start_hour)
  ) ${clustered}`,
  sql`alter table party add column month ${integer} not null default 0`,
  sql`create table sender (address_id ${integer} primary key, month ${integer} not null) ${heap}`,
];

interface Period {
  /** Unix seconds. */
  start: number;
  /** Positions from `from` on and below `below`. */
  from: number;
  below: number;
}

/** Undefined where there is no block. */
async function periodOf(db: QueryExecutorProvider, start: number, end: number): Promise<Period | undefined> {
  const { rows } = await sql<{ first: number | null; last: number }>`
    select min(height) as "first", max(height) as "last" from block where time >= ${start} and time < ${end}
  `.execute(db);
  const [{ first, last } = { first: null, last: 0 }] = rows;
  return first === null
    ? undefined
    : { start, from: first * TXS_PER_BLOCK, below: (last + 1) * TXS_PER_BLOCK };
}

const TXS_PER_BLOCK = 65_536;
const WEEK = 0;
const MONTH = 1;

async function countWeek(db: QueryExecutorProvider, period: Period): Promise<void> {
  const counted = await Promise.all(
    [parties(period), senders(period)].map((ids) =>
      sql<{ count: number }>`select count(distinct id) as count from (${ids}) as met`.execute(db),
    ),
  );
  const [addresses, sent] = counted.map(({ rows }) => rows[0]?.count ?? 0);
  await sql`insert into active_period values (${WEEK}, ${period.start / 3_600}, ${addresses}, ${sent})`.execute(
    db,
  );
}

/** Months are counted in order, so each address ends up with its last one. */
async function countMonth(db: QueryExecutorProvider, period: Period): Promise<void> {
  const month = monthOf(period.start);
  const meet = async (table: "party" | "sender", ids: ReturnType<typeof parties>) => {
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (address_id, month) select distinct id, ${month} from (${ids}) as met where true
      on conflict (address_id) do update set month = excluded.month
    `.execute(db);
    return Number(numAffectedRows);
  };
  const addresses = await meet("party", parties(period));
  const sent = await meet("sender", senders(period));
  await sql`insert into active_period values (${MONTH}, ${period.start / 3_600}, ${addresses}, ${sent})`.execute(
    db,
  );
}

function senders({ from, below }: Period) {
  return sql`select from_id as id from "transaction" where position >= ${from} and position < ${below}
    union all select from_id from token_transfer where position >= ${from} and position < ${below}`;
}

function parties(period: Period) {
  const { from, below } = period;
  return sql`${senders(period)}
    union all select to_id from "transaction" where position >= ${from} and position < ${below} and to_id is not null
    union all select to_id from token_transfer where position >= ${from} and position < ${below} and to_id is not null`;
}

function startOf(time: number, unit: "week" | "month"): number {
  const date = new Date(time * 1_000);
  const day = unit === "week" ? date.getUTCDate() - ((date.getUTCDay() + 6) % 7) : 1;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day) / 1_000;
}

function endOf(start: number, unit: "week" | "month"): number {
  return startOf(start + (unit === "week" ? 7 : 32) * 86_400, unit);
}

function monthOf(time: number): number {
  const date = new Date(time * 1_000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
