import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";
import { noteAllBlocks } from "./all-blocks";

const { integer, bytes, heap } = ddl;

/**
 * Steps of messages between chains, in place of what the messenger sent and received. `unreadMessages` in `network`: heights of
 * blocks stored before, whose receipts are read for them later.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await noteAllBlocks(db, "unreadMessages");
}

const statements = [
  sql`drop table if exists teleporter_message`,
  sql`create table message_step (
    step ${integer} not null primary key, position ${integer} not null, kind ${integer} not null,
    message_id ${bytes} not null, other_blockchain_id ${bytes} not null, sender ${bytes}, recipient ${bytes},
    data ${bytes} not null
  ) ${heap}`,
  sql`create index message_step_by_id on message_step (message_id, kind, step)`,
  sql`create index message_step_by_kind on message_step (kind, step)`,
  sql`create index message_step_by_chain on message_step (kind, other_blockchain_id, step)`,
  sql`create index message_step_by_sender on message_step (sender, kind, step) where sender is not null`,
  sql`create index message_step_by_recipient on message_step (recipient, kind, step) where recipient is not null`,
];
