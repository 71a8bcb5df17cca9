import { fromHex, toHex } from "../../avalanche/codec/bytes";
import type { LogFilterQuery, NodeLog } from "../../contract/firn/logs";
import { InputError, NodeError } from "../../errors";
import { rangesOf } from "../../store/bookkeeping/height-ranges";
import { findChainEnd } from "../../store/queries/evm/figures";
import { type FoundLog, type LogPlace, searchLogs } from "../../store/queries/evm/log";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { EVENTS_PER_BLOCK, positionOf } from "../../store/rows/columns";
import type { LogFilter } from "../../store/rows/evm-logs";
import type { EvmBlockTable } from "../../store/tables/evm/chain";
import type { EvmContext } from "../handler";
import type { YieldTurn } from "../snapshot/yield-turn";

/** The filter that a request's parameters say. */
export function filterOf({ address, topic0, topic1, topic2, topic3 }: LogFilterQuery): LogFilter {
  const bytesOf = (text: string | undefined) =>
    text === undefined ? [] : text.split(",").map((each) => fromHex(each.toLowerCase()));
  const topics = [topic0, topic1, topic2, topic3].map(bytesOf);
  return {
    addresses: bytesOf(address),
    topics: topics.slice(0, topics.findLastIndex((any) => any.length > 0) + 1),
  };
}

/** A log with its block and transaction. */
export interface PlacedLog {
  log: FoundLog;
  block: EvmBlockTable;
  txHash: Uint8Array;
}

/** Adds block and transaction to logs, in the same order. */
export async function placeLogs({ db }: EvmContext, logs: readonly FoundLog[]): Promise<PlacedLog[]> {
  const positions = logs.map(({ height, indexInBlock }) => positionOf(height, indexInBlock));
  const transactions = new Map((await readTransactions(db, positions)).map((row) => [row.position, row]));
  const heights = logs.map(({ height }) => height);
  const blocks = new Map((await readBlocks(db, heights)).map((row) => [row.height, row]));
  return logs.flatMap((log, i) => {
    const block = blocks.get(log.height);
    const transaction = transactions.get(positions[i] ?? -1);
    return block && transaction ? [{ log, block, txHash: transaction.hash }] : [];
  });
}

const EVENTS = BigInt(EVENTS_PER_BLOCK);

/** A log's place as a cursor of pages. */
export function cursorOf({ height, logIndex }: LogPlace): bigint {
  return BigInt(height) * EVENTS + BigInt(logIndex);
}

export function placeOf(cursor: bigint): LogPlace {
  return { height: Number(cursor / EVENTS), logIndex: Number(cursor % EVENTS) };
}

/** Blocks of a range whose logs are not stored: of an older Firn, or stored while logs were left out. Both ends included. */
export function unloggedIn({ facts }: EvmContext, { from, to }: Heights): Heights[] {
  return rangesOf(facts, "unlogged").flatMap((range) => {
    const both = { from: Math.max(from, range.from), to: Math.min(to, range.to) };
    return both.from > both.to ? [] : [both];
  });
}

interface Heights {
  from: number;
  to: number;
}

/** What becomes of them. */
export function whyUnlogged({ facts }: EvmContext): string {
  return facts.logs === "no" ? "FIRN_LOGS is off" : "they are still being read";
}

const MOST_LOGS = 10_000;
/** Searches of one answer. Each looks into a few hundred blocks at most. */
const MOST_SEARCHES = 40;

/**
 * All logs of a filter between two heights, both included, the oldest first, as nodes answer them. Without heights it is the
 * newest indexed block.
 * @throws InputError BAD_PARAMETER for blocks that are not there, or too many logs
 * @throws NodeError HISTORY_PARTIAL when logs of these blocks are not stored
 */
export async function readNodeLogs(
  context: EvmContext,
  filter: LogFilter,
  { yieldTurn, ...range }: { from: number | undefined; to: number | undefined; yieldTurn: YieldTurn },
): Promise<NodeLog[]> {
  const { db, history, evmChainId } = context;
  const head = (await findChainEnd(db))?.height ?? -1;
  const { from = head, to = head } = range;
  for (const [name, height] of Object.entries({ fromBlock: from, toBlock: to }))
    if (height > head)
      throw new InputError("BAD_PARAMETER", `${name} is ${height}, the newest indexed block is ${head}`);
  if (from > to) throw new InputError("BAD_PARAMETER", `fromBlock ${from} is after toBlock ${to}`);
  const first = history?.firstHeight ?? 0;
  if (from < first && history?.older !== "none")
    throw partial(`blocks before ${first} of chain ${evmChainId} are not indexed`, "ask for later blocks");
  const [lacking] = unloggedIn(context, { from, to });
  if (lacking !== undefined)
    throw partial(
      `the logs of blocks ${lacking.from} to ${lacking.to} of chain ${evmChainId} are not stored: ${whyUnlogged(context)}`,
      context.facts.logs === "no" ? "set FIRN_LOGS to on: Firn then reads them" : "ask again later",
    );
  const search = { filter, from, to, limit: MOST_LOGS + 1, yieldTurn };
  const { logs, next } = await collectLogs(context, search);
  if (next === undefined && logs.length <= MOST_LOGS) return presentLogs(context, logs);
  const upTo = Math.max(from, (logs.length > MOST_LOGS ? logs.at(-1)?.height : next?.height) ?? from) - 1;
  const why =
    logs.length > MOST_LOGS ? `have more than ${MOST_LOGS} such logs` : "are too many to search at once";
  throw new InputError("BAD_PARAMETER", `blocks ${from} to ${to} ${why}`, {
    hint:
      upTo < from
        ? "filter by contract or topic too"
        : `ask for blocks ${from} to ${upTo}, then for later ones`,
  });
}

/**
 * The newest logs of a filter between two heights, both included, as nodes answer them: at most `limit`, the newest first.
 * Blocks up to `unsearchedTo` were not looked through, because finding the others took too many searches.
 */
export async function readNewestLogs(
  context: EvmContext,
  search: Omit<LogSearch, "isMeant">,
): Promise<{ logs: NodeLog[]; unsearchedTo: number | undefined }> {
  const { logs, next } = await collectLogs(context, search, "desc");
  const isCut = next !== undefined && logs.length < search.limit;
  return { logs: await presentLogs(context, logs), unsearchedTo: isCut ? next.height - 1 : undefined };
}

/**
 * The first logs of a filter between two heights, both included, that are meant: at most `limit`, the oldest first, as nodes
 * answer them. Call it for blocks whose logs are stored.
 * @throws InputError BAD_PARAMETER when finding them takes too many searches
 */
export async function readFirstLogs(context: EvmContext, search: LogSearch): Promise<NodeLog[]> {
  const { from, to, limit } = search;
  const { logs, next } = await collectLogs(context, search);
  if (next === undefined || logs.length >= limit) return presentLogs(context, logs);
  throw new InputError("BAD_PARAMETER", `blocks ${from} to ${to} are too many to search at once`, {
    hint: `ask for blocks up to ${Math.max(from, next.height - 1)}, or filter by more`,
  });
}

interface LogSearch extends Heights {
  filter: LogFilter;
  limit: number;
  /** What the filter can't say. */
  isMeant?: (log: FoundLog) => boolean;
  yieldTurn: YieldTurn;
}

/** `next`: where the search would go on; undefined if there is nothing more. */
async function collectLogs(
  { db }: EvmContext,
  { isMeant = () => true, yieldTurn, limit, ...search }: LogSearch,
  order: "asc" | "desc" = "asc",
): Promise<{ logs: FoundLog[]; next: LogPlace | undefined }> {
  const logs: FoundLog[] = [];
  let after: LogPlace | undefined;
  for (let searches = 0; searches < MOST_SEARCHES; searches++) {
    const found = await searchLogs(db, { ...search, order, after, limit: limit - logs.length });
    logs.push(...found.logs.filter(isMeant));
    after = found.next;
    if (after === undefined || logs.length >= limit) break;
    await yieldTurn();
  }
  return { logs, next: after };
}

async function presentLogs(context: EvmContext, logs: readonly FoundLog[]): Promise<NodeLog[]> {
  return (await placeLogs(context, logs)).map(presentNodeLog);
}

function partial(message: string, hint: string): NodeError {
  return new NodeError("HISTORY_PARTIAL", message, { hint });
}

function presentNodeLog({ log, block, txHash }: PlacedLog): NodeLog {
  return {
    address: toHex(log.address),
    topics: log.topics.map(toHex),
    data: toHex(log.data),
    blockNumber: quantity(log.height),
    transactionHash: toHex(txHash),
    transactionIndex: quantity(log.indexInBlock),
    blockHash: toHex(block.hash),
    logIndex: quantity(log.logIndex),
    removed: false,
  };
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}
