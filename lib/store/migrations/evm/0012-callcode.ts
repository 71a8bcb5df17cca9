import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, heap } = ddl;

/**
 * A CALLCODE pays nobody: its value stays with the caller. Older stores list it as a payment, so those rows go, and so
 * does what they added to lists of accounts.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

/** `internal_transaction.call_type` and `address_activity.kind`. */
const CALLCODE = 2;
const INTERNAL = 1;

const statements = [
  sql`create table callcode_item (
    epoch ${integer} not null, address_id ${integer} not null, position ${integer} not null, item ${integer} not null
  ) ${heap}`,
  ...["from_id", "to_id"].map(
    (party) => sql`insert into callcode_item
      select (select max(epoch) from epoch where first_position <= position), ${sql.ref(party)}, position, trace_index
      from internal_transaction where call_type = ${sql.lit(CALLCODE)} and ${sql.ref(party)} is not null`,
  ),
  sql`delete from internal_transaction where call_type = ${sql.lit(CALLCODE)}`,
  sql`delete from address_activity where (epoch, address_id, kind, position, item) in
    (select epoch, address_id, ${sql.lit(INTERNAL)}, position, item from callcode_item)`,
  // An account is listed under the epochs in which it has anything.
  sql`delete from address_epoch where (address_id, epoch) in (select address_id, epoch from callcode_item)
    and not exists (select 1 from address_activity as rest
      where rest.epoch = address_epoch.epoch and rest.address_id = address_epoch.address_id)`,
  sql`drop table callcode_item`,
];
