import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../../sql/ddl";

const { integer, text, heap } = ddl;

/**
 * Questions still to be asked of contracts. An older store does not distinguish a contract without a name from a node
 * that did not answer: a missing answer counts as never asked. Nor does it say which standards were guessed from
 * events, so only ERC-20s that gave their decimals are kept.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const EVERYTHING = 15;
const ERC20 = 1;

const statements = [
  sql`create table contract_question (
    address_id ${integer} primary key, facts ${integer} not null, attempts ${integer} not null,
    failed_since_ms ${integer}, failure ${text}, due_at_ms ${integer} not null, doubts ${integer} not null
  ) ${heap}`,
  sql`create index contract_question_due on contract_question (due_at_ms)`,
  sql`insert into contract_question (address_id, facts, attempts, failed_since_ms, failure, due_at_ms, doubts)
    select address_id, ${sql.lit(EVERYTHING)}, 0, null, null, 0, 0 from contract
    where standard <> ${sql.lit(ERC20)} or name is null or symbol is null or decimals is null`,
  // Token URIs that the node did not give in seven tries were never asked for again.
  sql`update nft_metadata set status = 'UNINDEXED', attempts = 0, due_at_ms = 0
    where status = 'UNKNOWN' and due_at_ms is null and token_uri is null`,
];
