import { z } from "zod";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { ethGetLogs } from "../../contract/node/evm";
import { InputError, NodeError } from "../../errors";
import type { HandlerRequest } from "../handler";
import { readFirstLogs, unloggedIn } from "./logs";

const hex = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .toLowerCase();
/** A log as nodes answer it: 0x hex in lower case, quantities without leading zeros. */
const nodeLog = z.object({
  address: hex,
  topics: z.array(hex),
  data: hex,
  blockNumber: hex,
  blockHash: hex,
  transactionHash: hex,
  transactionIndex: hex,
  logIndex: hex,
});
export type NodeLog = z.output<typeof nodeLog>;

export interface LogFilter {
  /** Heights, both searched. */
  from: number;
  to: number;
  /** Of any contract if undefined. */
  address: string | undefined;
  /**
   * Wanted values by the place of a topic. A log is meant if each group has one that it matches: what has to match by itself
   * is a group of its own.
   */
  groups: readonly ReadonlyMap<number, string>[];
}

/** A node walks through the headers of all blocks of a range, whatever it finds. */
const MOST_BLOCKS = 10_000;

type Asked = Pick<HandlerRequest<never>, "readEvm" | "readEvmSlow"> & { chainId: string };

/**
 * The first logs of a range of blocks, at most `limit`, oldest first: from the store, or where it lacks some from the chain's
 * node.
 * @throws InputError BAD_PARAMETER when the range is too long; NodeError when the node cannot tell
 */
export async function findLogs(asked: Asked, filter: LogFilter, limit: number): Promise<NodeLog[]> {
  const { from, to, address, groups } = filter;
  const isMeant = (topics: readonly string[]) =>
    groups.every((group) => [...group].some(([place, topic]) => topics[place] === topic));
  // What has to match by itself; the other groups are looked at afterwards.
  const single = Array.from({ length: 4 }, (_, place) =>
    groups.find((group) => group.size === 1 && group.has(place))?.get(place),
  );
  const topics = single.slice(0, single.findLastIndex((topic) => topic !== undefined) + 1);
  const stored = await asked.readEvmSlow(asked.chainId, async (context, yieldTurn) => {
    if (unloggedIn(context, { from, to }).length > 0) return undefined;
    const bytesOf = (text: string | undefined) => (text === undefined ? [] : [fromHex(text)]);
    const search = { addresses: bytesOf(address), topics: topics.map(bytesOf) };
    return readFirstLogs(context, {
      filter: search,
      from,
      to,
      limit,
      yieldTurn,
      isMeant: (log) => isMeant(log.topics.map(toHex)),
    });
  });
  if (stored !== undefined) return stored;
  const found = await askNode(asked, { from, to, address, topics });
  return found.filter((log) => isMeant(log.topics)).slice(0, limit);
}

async function askNode(
  asked: Asked,
  { from, to, address, topics }: Omit<LogFilter, "groups"> & { topics: (string | undefined)[] },
): Promise<NodeLog[]> {
  if (to - from >= MOST_BLOCKS)
    throw new InputError(
      "BAD_PARAMETER",
      `logs are searched in at most ${MOST_BLOCKS} blocks at once, not ${to - from + 1}`,
      { hint: "ask for several ranges with fromBlock and toBlock" },
    );
  return askNodeLogs(asked, {
    from,
    to,
    addresses: address === undefined ? [] : [address],
    topics: topics.map((topic) => topic ?? null),
  });
}

export interface NodeFilter {
  /** Heights, both searched. */
  from: number;
  to: number;
  /** 0x hex; of any contract if empty. */
  addresses: readonly string[];
  /** By place: a topic, any of several, or any at all. */
  topics: readonly (string | readonly string[] | null)[];
}

/** The logs of a range of blocks that the chain's node finds, oldest first. @throws NodeError */
export async function askNodeLogs(
  { readEvm, chainId }: Pick<Asked, "readEvm" | "chainId">,
  { from, to, addresses, topics }: NodeFilter,
): Promise<NodeLog[]> {
  const { nodes, facts } = await readEvm(chainId, async (chain) => chain);
  const filter = {
    fromBlock: toQuantity(from),
    toBlock: toQuantity(to),
    ...(addresses.length > 0 && { address: [...addresses] }),
    topics: topics.map((any) => (any === null || typeof any === "string" ? any : [...any])),
  };
  const found = z.array(nodeLog).safeParse(await nodes.call(facts, ethGetLogs, [filter]));
  if (found.success) return found.data;
  throw new NodeError("NODE_BAD_ANSWER", "eth_getLogs was answered in another form");
}

export function toQuantity(height: number): string {
  return `0x${height.toString(16)}`;
}
