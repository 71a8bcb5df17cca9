import { type QueryExecutorProvider, sql } from "kysely";
import { appendOnly, ddl } from "../../sql/ddl";

/** The operator's store. `tables/operator/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create table session (
    short_id ${ddl.text} primary key, secret_hash ${ddl.bytes} not null unique, started_at_ms ${ddl.integer} not null,
    touched_at_ms ${ddl.integer} not null, ended_at_ms ${ddl.integer}
  ) ${ddl.clustered}`.execute(db);
  await sql`create table sign_in_link (
    secret_hash ${ddl.bytes} primary key, expires_at_ms ${ddl.integer} not null, used_at_ms ${ddl.integer}
  ) ${ddl.clustered}`.execute(db);
  await sql`create table audit (
    id ${ddl.identity}, at_ms ${ddl.integer} not null, who ${ddl.text} not null, method ${ddl.text} not null,
    parameters ${ddl.text} not null
  ) ${ddl.heap}`.execute(db);
  await sql`create index audit_by_method on audit (method, id)`.execute(db);
  await sql`create table audit_outcome (
    audit_id ${ddl.integer} primary key, outcome ${ddl.text} not null, said ${ddl.text} not null
  ) ${ddl.heap}`.execute(db);
  for (const table of ["audit", "audit_outcome"]) {
    for (const trigger of appendOnly(table)) await sql.raw(trigger).execute(db);
  }
  await sql`create table put_back (
    logger_name ${ddl.text} not null, target ${ddl.text} not null, level ${ddl.text} not null,
    goes_back_to ${ddl.text} not null, changed_at_ms ${ddl.integer} not null, changed_by ${ddl.text} not null,
    due_at_ms ${ddl.integer}, last_error ${ddl.text}, primary key (logger_name, target)
  ) ${ddl.clustered}`.execute(db);
}
