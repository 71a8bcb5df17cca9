import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, bytes, clustered, heap } = ddl;

/** Event logs. `unlogged` in `network`: heights of blocks stored before, whose receipts are read for them later. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table log_body (height ${integer} primary key, bytes ${bytes} not null) ${heap}`,
  sql`create table log_term (
    term ${integer} not null, height ${integer} not null, primary key (term, height)
  ) ${clustered}`,
  sql`delete from network where key = 'unlogged'`,
  sql`insert into network (key, value) select 'unlogged', min(height) || '-' || max(height)
    from block having count(*) > 0`,
];
