import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, heap } = ddl;

/** Tokens to compare with their contracts. Those of an older store that were never compared are among them. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table uncompared_token (
    token_id ${integer} not null primary key, holder_id ${integer} not null, height ${integer} not null
  ) ${heap}`,
  // Whoever came last to a token has most likely got it by a transfer, and not by a mint.
  sql`insert into uncompared_token (token_id, holder_id, height)
    select token.token_id, max(holder_id), 0 from token
    join token_balance on token_balance.token_id = token.token_id
    where checked_height is null group by token.token_id`,
];
