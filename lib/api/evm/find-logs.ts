import { z } from "zod";
import { ethGetLogs } from "../../contract/node/evm";
import { InputError, NodeError } from "../../errors";
import type { HandlerRequest } from "../handler";

/** A log as nodes answer it: 0x hex, quantities without leading zeros. */
const nodeLog = z.object({
  address: z.string(),
  topics: z.array(z.string()),
  data: z.string(),
  blockNumber: z.string(),
  blockHash: z.string(),
  transactionHash: z.string(),
  transactionIndex: z.string(),
  logIndex: z.string(),
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
export const MOST_BLOCKS = 10_000;

/**
 * Logs of a range of blocks, oldest first, from the chain's node.
 * @throws InputError BAD_PARAMETER when the range is too long; NodeError when the node cannot tell
 */
export async function findLogs(
  { readEvm, chainId }: Pick<HandlerRequest<never>, "readEvm"> & { chainId: string },
  filter: LogFilter,
): Promise<NodeLog[]> {
  const { from, to, address, groups } = filter;
  if (to - from >= MOST_BLOCKS)
    throw new InputError(
      "BAD_PARAMETER",
      `logs are searched in at most ${MOST_BLOCKS} blocks at once, not ${to - from + 1}`,
      { hint: "ask for several ranges with fromBlock and toBlock" },
    );
  const { nodes, facts } = await readEvm(chainId, async (chain) => chain);
  const topics = Array.from({ length: 4 }, (_, place) => {
    const own = groups.find((group) => group.size === 1 && group.has(place));
    return own?.get(place) ?? null;
  });
  const asked = {
    fromBlock: toQuantity(from),
    toBlock: toQuantity(to),
    ...(address !== undefined && { address }),
    topics: topics.slice(0, topics.findLastIndex((topic) => topic !== null) + 1),
  };
  const found = z.array(nodeLog).safeParse(await nodes.call(facts, ethGetLogs, [asked]));
  if (!found.success) throw new NodeError("NODE_BAD_ANSWER", "eth_getLogs was answered in another form");
  return found.data.filter((log) =>
    groups.every((group) => [...group].some(([place, topic]) => log.topics[place] === topic)),
  );
}

function toQuantity(height: number): string {
  return `0x${height.toString(16)}`;
}
