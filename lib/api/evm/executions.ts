import type { EvmLog } from "../../contract/firn/evm-transactions";
import { Lru } from "../../lru";
import { type TreeCall, weightOf } from "./call-tree";

/** What a node said of a transaction's execution, or why it is not known. */
export type Answer<Row> = { rows: readonly Row[] } | { without: string };

/**
 * Answers of nodes about single transactions. A first page of a list asks the node, and the pages after it are cut from
 * that answer: the node is asked once for a whole list, and no row can be missing or doubled between pages.
 */
export interface Executions {
  /** `ask` is called for a first page, and if the answer is no longer kept. */
  logs(at: ListPlace, ask: () => Promise<Answer<EvmLog>>): Promise<Answer<EvmLog>>;
  calls(at: ListPlace, ask: () => Promise<Answer<TreeCall>>): Promise<Answer<TreeCall>>;
}

interface ListPlace {
  evmChainId: string;
  txHash: string;
  /** Whether the page continues an earlier one. */
  continues: boolean;
}

/** Most characters of logs kept, and of calls. */
const MOST_TEXT = 16 * 1024 * 1024;
/** Characters of a log besides its data, about. */
const LOG_TEXT = 400;

export function openExecutions(): Executions {
  return {
    logs: keep(new Lru(MOST_TEXT, (logs) => sum(logs, ({ data }) => LOG_TEXT + data.length))),
    calls: keep(new Lru(MOST_TEXT, (calls) => sum(calls, weightOf))),
  };
}

function keep<Row>(kept: Lru<string, readonly Row[]>) {
  return async (
    { evmChainId, txHash, continues }: ListPlace,
    ask: () => Promise<Answer<Row>>,
  ): Promise<Answer<Row>> => {
    const key = `${evmChainId} ${txHash}`;
    const rows = continues ? kept.get(key) : undefined;
    if (rows !== undefined) return { rows };
    const answer = await ask();
    if ("rows" in answer) kept.set(key, answer.rows);
    return answer;
  };
}

function sum<Row>(rows: readonly Row[], weightOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + weightOf(row), 0);
}
