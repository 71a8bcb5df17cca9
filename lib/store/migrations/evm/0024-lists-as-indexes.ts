import { type QueryExecutorProvider, sql } from "kysely";
import { engineOf } from "../../engine";

/**
 * On a server, lists of addresses and hashes are indexes over the rows that they name. As tables they took a third of a
 * store, most of it what a server adds to each row.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  if (engineOf(db).keepsLists) return;
  for (const statement of statements) await statement.execute(db);
}

/** `prefix48` in columns.ts. */
const PREFIX = sql.raw("(('x' || encode(substr(hash, 1, 6), 'hex'))::bit(48)::bigint)");

const ofForm = (form: number, name: string) => [
  sql`create index ${sql.raw(`${name}_by_sender`)} on token_transfer (from_id, position) where form = ${sql.lit(form)}`,
  sql`create index ${sql.raw(`${name}_by_receiver`)} on token_transfer (to_id, position) where form = ${sql.lit(form)}`,
];

/** Indexes over `transaction` in place of lists and hashes. */
export const TRANSACTION_LISTS = [
  sql`create index transaction_by_sender on "transaction" (from_id, position)`,
  sql`create index transaction_by_receiver on "transaction" (coalesce(to_id, created_id), position)`,
  sql`create index transaction_by_hash on "transaction" (${PREFIX})`,
];

/** Indexes over `token_transfer` in place of lists. */
export const TRANSFER_LISTS = [
  ...ofForm(0, "erc20"),
  ...ofForm(1, "erc721"),
  ...ofForm(2, "erc1155"),
  sql`create index token_transfer_by_token on token_transfer (token_id, position)`,
];

/** Conditions in it would keep an order from being that of the indexes. */
export const HASH_VIEW = sql`create view hash as
  select ${PREFIX} as prefix48, 0::bigint as kind, height as position from block
  union all select ${PREFIX}, 1::bigint, position from "transaction"`;

const statements = [
  sql`drop table address_activity, address_epoch, epoch, hash`,
  ...TRANSACTION_LISTS,
  sql`create index internal_transaction_by_sender on internal_transaction (from_id, position)`,
  sql`create index internal_transaction_by_receiver on internal_transaction (to_id, position)`,
  ...TRANSFER_LISTS,
  sql`create index coin_wrap_by_holder on coin_wrap (holder_id, position)`,
  sql`create index coin_wrap_by_token on coin_wrap (token_id, position)`,
  sql`create index block_by_hash on block (${PREFIX})`,
  HASH_VIEW,
];
