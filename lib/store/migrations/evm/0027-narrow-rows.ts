import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { engineOf } from "../../engine";
import { HASH_VIEW, TRANSACTION_LISTS, TRANSFER_LISTS } from "./0024-lists-as-indexes";

/**
 * On a server, where a number takes the room of its type wherever it stands, the tables with most rows are laid out anew: eight bytes
 * only for what needs them, wide columns before narrow ones, and bytes last.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  if (!engineOf(db).alignsColumns) return;
  await sql`drop view hash`.execute(db);
  for (const { table, columns, key, isAppended, indexes } of TABLES) {
    const name = sql.table(table);
    const before = sql.table(`${table}_before`);
    const names = sql.join(columns.map(([column]) => sql.ref(column)));
    const declared = sql.join(columns.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`));
    await sql`alter table ${name} rename to ${sql.id(`${table}_before`)}`.execute(db);
    await sql`create table ${name} (${declared})`.execute(db);
    await sql`insert into ${name} (${names}) select ${names} from ${before}`.execute(db);
    await sql`drop table ${before}`.execute(db);
    const full = isAppended ? sql`with (fillfactor = 100)` : sql``;
    await sql`alter table ${name} add primary key (${sql.join(key.map((column) => sql.ref(column)))}) ${full}`.execute(
      db,
    );
    for (const index of indexes) await index.execute(db);
  }
  await HASH_VIEW.execute(db);
}

interface TableLayout {
  table: string;
  columns: [name: string, type: string][];
  key: string[];
  /** Whether new rows come at the end of the primary key, whose pages can be full then. */
  isAppended: boolean;
  indexes: RawBuilder<unknown>[];
}

const LONG = "bigint not null";
const INT = "integer not null";
const SHORT = "smallint not null";
const BYTES = "bytea not null";

/** Numbers of addresses are below 2^31. */
const TABLES: TableLayout[] = [
  {
    table: "transaction",
    columns: [
      ["position", LONG],
      ["nonce", LONG],
      ["gas_limit", LONG],
      ["gas_used", LONG],
      ["from_id", INT],
      ["to_id", "integer"],
      ["created_id", "integer"],
      ["log_count", INT],
      ["status", SHORT],
      ["tx_type", SHORT],
      ["hash", BYTES],
      ["value", BYTES],
      ["gas_price", BYTES],
      ["selector", "bytea"],
    ],
    key: ["position"],
    isAppended: true,
    indexes: [
      sql`create index transaction_failed on "transaction" (position) where status = 0`,
      ...TRANSACTION_LISTS,
    ],
  },
  {
    table: "token_transfer",
    columns: [
      ["position", LONG],
      ["log_index", INT],
      ["item", INT],
      ["token_id", INT],
      ["from_id", INT],
      ["to_id", INT],
      ["form", SHORT],
      ["value", BYTES],
      ["token_number", "bytea"],
    ],
    key: ["position", "log_index", "item"],
    isAppended: true,
    indexes: [
      sql`create index token_transfer_nft on token_transfer (token_id, token_number, position)
        where token_number is not null`,
      ...TRANSFER_LISTS,
    ],
  },
  {
    table: "token_balance",
    columns: [
      ["token_id", INT],
      ["holder_id", INT],
      ["token_number", BYTES],
      ["balance", BYTES],
    ],
    key: ["token_id", "holder_id", "token_number"],
    isAppended: false,
    indexes: [
      sql`create index token_balance_by_holder on token_balance (holder_id, token_id, token_number)`,
      sql`create index token_balance_by_number on token_balance (token_number, token_id, holder_id)
        where length(token_number) > 0`,
    ],
  },
];
