import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";
import { noteAllBlocks } from "./all-blocks";

const { integer, bytes, heap } = ddl;

/**
 * The first transaction that each account signed, which gives its P/X address. `unreadSigners` in `network`: heights of
 * blocks stored before, which are read for it later.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await noteAllBlocks(db, "unreadSigners");
}

const statements = [
  sql`create table signer (
    address_id ${integer} primary key, key_address ${bytes} not null, public_key ${bytes} not null,
    position ${integer} not null
  ) ${heap}`,
  sql`create index signer_by_key on signer (key_address)`,
];
