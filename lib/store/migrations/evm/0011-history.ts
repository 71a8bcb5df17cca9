import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, text, heap } = ddl;

/** A store knows which blocks it has and which of them its figures count. Older stores began with their first block. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`create table history (
    id ${integer} primary key, first_height ${integer} not null, older ${text} not null,
    counted_from ${integer} not null, counted_to ${integer}
  ) ${heap}`,
  sql`insert into history (id, first_height, older, counted_from)
    select 1, min(height), case when min(height) > 1 then 'wanted' else 'none' end, min(height)
    from block having count(*) > 0`,
];
