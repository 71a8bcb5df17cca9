import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, bytes, text, heap } = ddl;

/**
 * Why transactions failed. `unreadFailures` in `network`: heights of blocks stored before, whose failed transactions are
 * traced for it later.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table tx_failure (
    position ${integer} not null primary key, depth ${integer} not null, address_id ${integer}, error ${text} not null,
    output ${bytes} not null
  ) ${heap}`,
  sql`delete from network where key = 'unreadFailures'`,
  sql`insert into network (key, value) select 'unreadFailures', min(height) || '-' || max(height)
    from block having count(*) > 0`,
];
