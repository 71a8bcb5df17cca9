import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, text, clustered, heap } = ddl;

/**
 * The history of a token, and attributes of a collection's tokens. Attributes are counted as metadata are read, so an
 * older store's metadata are read again; its blocks stay.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create index token_transfer_nft on token_transfer (token_id, token_number, position)
    where token_number is not null`,
  sql`delete from nft_metadata`,
  sql`create table nft_attribute (
    token_id ${integer} not null, name ${text} not null, value ${text} not null, tokens ${integer} not null,
    primary key (token_id, name, value)
  ) ${clustered}`,
  sql`create table nft_collection (token_id ${integer} primary key, tokens_read ${integer} not null) ${heap}`,
];
