import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { ethGetBlockByNumber } from "../../contract/node/evm";
import { NodeError } from "../../errors";
import { findChainEnd } from "../../store/queries/evm/figures";
import { listStreams } from "../../store/queries/stream";
import type { EvmContext, HandlerRequest } from "../handler";
import { askNodeLogs, type NodeLog, toQuantity } from "./find-logs";
import { reasonOf } from "./history";
import { readNewestLogs, unloggedIn, whyUnlogged } from "./logs";

/** Events of a few contracts, wherever in a chain they are. */
export interface EventFilter {
  /** Contracts, any of which wrote the event. */
  addresses: readonly Uint8Array[];
  /** First topics, 0x hex: any of them. */
  topics: readonly string[];
  /** Height of the first block that may have any. */
  from: number;
  /** The newest so many; without it all that are found at once. */
  limit?: number;
}

export interface FoundEvents {
  /** Newest first. */
  events: NodeLog[];
  /** Blocks whose events are not known, and why, in words: `0 to 99: FIRN_LOGS is off`. */
  unread: string[];
}

export type Asked = Pick<HandlerRequest<never>, "readEvm" | "readEvmSlow"> & { chainId: string };

/**
 * Events from the store. Where it lacks the logs of blocks the chain's node is asked for those, and where that can't tell
 * either the answer says so.
 */
export async function findEvents(asked: Asked, filter: EventFilter): Promise<FoundEvents> {
  const { addresses, topics, from, limit = Number.POSITIVE_INFINITY } = filter;
  const stored = await asked.readEvmSlow(asked.chainId, async (context, yieldTurn) => {
    const search = { addresses, topics: [topics.map(fromHex)] };
    const to = (await findChainEnd(context.db))?.height ?? -1;
    const found = await readNewestLogs(context, { filter: search, from, to, limit, yieldTurn });
    return { ...found, lacking: await lackingFrom(context, { from, to }) };
  });
  const { logs, unsearchedTo, lacking } = stored;
  const answers = await Promise.all(lacking.map((range) => askForRange(asked, range, filter)));
  const unread = answers.flatMap(({ unread = [] }) => unread);
  if (unsearchedTo !== undefined)
    unread.push(`${from} to ${unsearchedTo}: too many blocks to search at once`);
  // Blocks that lack logs are named in ranges, in which a few may have them.
  const all = new Map(
    [...logs, ...answers.flatMap(({ logs = [] }) => logs)].map((log) => [nameOf(log), log]),
  );
  return { events: [...all.values()].sort(newestFirst).slice(0, limit), unread };
}

interface LackingRange {
  from: number;
  to: number;
  why: string;
  /** The indexer has found that the node does not have these blocks. */
  isAway?: boolean;
}

/** The ranges of blocks, from a height to the node's last, whose logs are not stored. */
async function lackingFrom(
  context: EvmContext,
  { from, to }: { from: number; to: number },
): Promise<LackingRange[]> {
  const { db, history } = context;
  const ranges = unloggedIn(context, { from, to }).map((range) => ({ ...range, why: whyUnlogged(context) }));
  const first = history?.firstHeight ?? 0;
  const older =
    history === undefined || history.older === "none" || from >= first
      ? []
      : [{ from, to: first - 1, why: reasonOf(history), isAway: history.older === "missing" }];
  const [stream] = await listStreams(db);
  // Indexes of the C-Chain's blocks are not their heights.
  const behind = (stream?.status.node_head_index ?? -1) + 1 - (stream?.checkpoint?.next_index ?? 0);
  const newer =
    behind <= 0 ? [] : [{ from: Math.max(from, to + 1), to: to + behind, why: "they are still being read" }];
  return [...older, ...ranges, ...newer].filter((range) => range.from <= range.to);
}

async function askForRange(
  asked: Asked,
  { from, to, why, isAway = false }: LackingRange,
  { addresses, topics }: EventFilter,
): Promise<{ logs?: NodeLog[]; unread?: string }> {
  if (isAway) return { unread: `${from} to ${to}: ${why}` };
  try {
    // Nodes that lack old blocks have the genesis all the same.
    await requireBlock(asked, Math.min(Math.max(from, 1), to));
    const filter = { from, to, addresses: addresses.map(toHex), topics: [topics] };
    return { logs: await askNodeLogs(asked, filter) };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { unread: `${from} to ${to}: ${why}, and the node does not tell: ${error.message}` };
  }
}

/**
 * A node goes on from block to block, and ends without an error at the first that it does not have.
 * @throws NodeError NODE_BAD_ANSWER if that is this one
 */
async function requireBlock({ readEvm, chainId }: Asked, height: number): Promise<void> {
  const { nodes, facts } = await readEvm(chainId, async (chain) => chain);
  const block = await nodes.call(facts, ethGetBlockByNumber, [toQuantity(height), false]);
  if (block === null) throw new NodeError("NODE_BAD_ANSWER", `it does not have block ${height}`);
}

function nameOf({ blockNumber, logIndex }: NodeLog): string {
  return `${blockNumber} ${logIndex}`;
}

function newestFirst(a: NodeLog, b: NodeLog): number {
  return Number(b.blockNumber) - Number(a.blockNumber) || Number(b.logIndex) - Number(a.logIndex);
}
