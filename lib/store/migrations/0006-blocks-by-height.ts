import { type QueryExecutorProvider, sql } from "kysely";
import { ddl } from "../sql/ddl";

const { integer, u64, bytes, text, clustered } = ddl;

/** Blocks that were read by height have no time of acceptance; streams say how they read. `tables/` says what columns mean. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const columns = sql.raw(
  `chain, height, block_id, parent_id, container_id, container_index, time, block_type, size, tx_count,
  proposer_parent_id, proposer_time, proposer_p_chain_height, proposer_node_id, accepted_at_ns, stored_at_ms,
  supply, active_l1_validators, l1_accrued_fees, evm_tx_count, gas_used, gas_limit`,
);

const statements = [
  sql`create table nullable_block (
    chain ${integer} not null, height ${integer} not null, block_id ${bytes} not null, parent_id ${bytes} not null,
    container_id ${bytes} not null, container_index ${integer} not null, time ${integer} not null,
    block_type ${integer} not null, size ${integer} not null, tx_count ${integer} not null,
    proposer_parent_id ${bytes}, proposer_time ${integer}, proposer_p_chain_height ${integer},
    proposer_node_id ${bytes}, accepted_at_ns ${u64}, stored_at_ms ${integer} not null,
    supply ${u64}, active_l1_validators ${integer}, l1_accrued_fees ${u64},
    evm_tx_count ${integer}, gas_used ${u64}, gas_limit ${u64},
    primary key (chain, height)
  ) ${clustered}`,
  sql`insert into nullable_block (${columns}) select ${columns} from block`,
  sql`drop table block`,
  sql`alter table nullable_block rename to block`,
  sql`create index block_by_time on block (chain, time, height)`,
  sql`create index block_by_proposer on block (proposer_node_id, chain, height)`,
  sql`alter table stream_status add column source ${text}`,
];
