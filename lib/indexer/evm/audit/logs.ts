import { equalBytes } from "../../../avalanche/codec/bytes";
import type { MessageStep } from "../../../avalanche/evm/message-steps";
import type { EvmLog } from "../../../avalanche/evm/receipt";
import { readEvmFacts } from "../../../store/bookkeeping/evm-facts";
import { type HeightRange, rangesOf } from "../../../store/bookkeeping/height-ranges";
import type { EvmDb } from "../../../store/db";
import type { StoredBlock } from "../../../store/queries/evm/audit";
import { findLogTerms, listLogBodies } from "../../../store/queries/evm/log";
import { type BlockLog, decodeLogs, joinLogs, splitLogs } from "../../../store/rows/evm-logs";
import { LogTerms } from "../../../store/rows/log-terms";

/** Checks the logs of every block, as its blocks pass by: how many each transaction has, and what they are found by. */
export class LogCheck {
  readonly #db: EvmDb;
  readonly #unlogged: readonly HeightRange[];
  /** Of blocks that later ones may share rows with. */
  readonly #terms = new LogTerms();
  /** Rows that the blocks account for. */
  readonly expected = { log_body: 0, log_term: 0 };

  private constructor(db: EvmDb, unlogged: readonly HeightRange[]) {
    this.#db = db;
    this.#unlogged = unlogged;
  }

  static async open(db: EvmDb): Promise<LogCheck> {
    return new LogCheck(db, rangesOf(await readEvmFacts(db), "unlogged"));
  }

  /** @returns what differs in the next blocks, and in terms that no later block has */
  async add(blocks: readonly StoredBlock[]): Promise<string[]> {
    const bodies = await readBodies(
      this.#db,
      blocks.map(({ row }) => row.height),
    );
    const differences: string[] = [];
    for (const { row, body, transactions } of blocks) {
      const { height } = row;
      const column = bodies.get(height);
      const counts = transactions.map(({ log_count }) => log_count);
      const isExpected = counts.some((count) => count > 0);
      if (column === undefined) {
        if (!isExpected || this.#mayLack(height)) continue;
        this.expected.log_body += 1;
        differences.push(`log_body ${height}: stored none, expected a row`);
        continue;
      }
      if (!isExpected) {
        differences.push(`log_body ${height}: stored a row, expected none`);
        continue;
      }
      this.expected.log_body += 1;
      const logs = readLogs(column, body);
      const found = counts.map(() => 0);
      for (const { indexInBlock } of logs ?? []) found[indexInBlock] = (found[indexInBlock] ?? 0) + 1;
      const wrong = found.findIndex((count, index) => count !== counts[index]);
      if (logs === undefined)
        differences.push(`log_body ${height} bytes: stored ${column.length}, which can't be read`);
      else if (wrong >= 0)
        differences.push(
          `log_body ${height} bytes: stored ${found[wrong]} logs of transaction ${wrong}, its row says ${counts[wrong] ?? "nothing"}`,
        );
      else this.#terms.add(height, logs);
    }
    const { row: last } = blocks.at(-1) ?? {};
    return [...differences, ...(await this.#checkTerms(last?.height ?? 0))];
  }

  /** Call it behind the last block. @returns what differs in the terms that are left */
  finish(): Promise<string[]> {
    return this.#checkTerms(Number.POSITIVE_INFINITY);
  }

  async #checkTerms(below: number): Promise<string[]> {
    const expected = this.#terms.takeBefore(below);
    this.expected.log_term += expected.length;
    const stored = await findLogTerms(
      this.#db,
      expected.map(({ term }) => term),
    );
    return expected.flatMap(({ term, blocks }) => {
      const found = stored.get(term);
      if (found === undefined) return `log_term ${term}: stored none, expected a row`;
      return found === blocks ? [] : `log_term ${term} blocks: stored ${found}, expected ${blocks}`;
    });
  }

  #mayLack(height: number): boolean {
    return this.#unlogged.some(({ from, to }) => from <= height && height <= to);
  }
}

/** A transaction with the logs of its receipt. */
export interface LoggedTransaction {
  position: number;
  logs: readonly EvmLog[];
  /** Messages of other chains that it brings. */
  brought: readonly MessageStep[];
}

/** Compares the stored logs of a block, if it has any, with those of its receipts. */
export async function logDifferences(
  db: EvmDb,
  height: number,
  transactions: readonly LoggedTransaction[],
): Promise<string[]> {
  const [stored] = await listLogBodies(db, [height]);
  if (stored === undefined) return [];
  const expected = joinLogs(transactions.map(({ logs }) => logs)) ?? new Uint8Array();
  const mine = readLogs(stored.logs, stored.transactions) ?? [];
  const theirs = splitLogs(expected);
  const at = theirs.findIndex((log, i) => !isSame(log, mine[i]));
  if (at < 0 && mine.length === theirs.length) return [];
  const which = at < 0 ? theirs.length : at;
  return [`log_body ${height} bytes: stored another log ${which} than the node's receipts have`];
}

async function readBodies(db: EvmDb, heights: readonly number[]): Promise<Map<number, Uint8Array>> {
  return new Map((await listLogBodies(db, heights)).map(({ height, logs }) => [height, logs]));
}

function readLogs(column: Uint8Array, body: Uint8Array | undefined): BlockLog[] | undefined {
  try {
    return body && decodeLogs(column, body);
  } catch {
    return undefined;
  }
}

function isSame(a: BlockLog, b: BlockLog | undefined): boolean {
  return (
    b !== undefined &&
    a.indexInBlock === b.indexInBlock &&
    equalBytes(a.address, b.address) &&
    a.topics.length === b.topics.length &&
    a.topics.every((topic, i) => equalBytes(topic, b.topics[i] ?? new Uint8Array())) &&
    equalBytes(a.data, b.data)
  );
}
