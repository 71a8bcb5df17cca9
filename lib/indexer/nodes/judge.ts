import { equalBytes } from "../../avalanche/codec/bytes";
import { isLimit } from "../../client/limits";
import type { NodeClient } from "../../client/node";
import type { CandidateNode } from "../../contract/firn/status";
import { describeError, NodeError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { type NetworkFacts, readNetwork } from "../../store/bookkeeping/network";
import { findFirstBlock } from "../../store/queries/first-height";
import { CHAIN } from "../../store/rows/columns";
import type { Stores } from "../../store/stores";
import { askIdentity, type Identity, writeIds } from "../node-facts";

/** What the store has: ids of its network, and the first and the last block of each chain. */
export interface Kept {
  facts: NetworkFacts;
  blocks: { chain: Chain; height: number; blockId: Uint8Array }[];
}

/** What is known of a node now. */
export interface Verdict extends Pick<CandidateNode, "state" | "reason"> {
  /** Absent while it has not said. */
  identity?: Identity;
  /** Of a node that is ready: the height of each chain. */
  heights?: Record<Chain, number>;
}

const CHAINS = ["P", "X", "C"] as const;
type Chain = (typeof CHAINS)[number];
const CODES = { P: CHAIN.p, X: CHAIN.x, C: CHAIN.c };

/** A node that is this many blocks behind another one is not used. Fewer can be a matter of moments. */
const FAR_BEHIND = 64;

/** What the primary store has; undefined while it has no block. */
export async function readKept(stores: Stores): Promise<Kept | undefined> {
  if (!(await stores.list()).includes("primary")) return undefined;
  const store = await stores.open("primary", { mode: "read" });
  try {
    const blocks: Kept["blocks"] = [];
    for (const chain of CHAINS) {
      const first = await findFirstBlock(store.db, CODES[chain]);
      const last = await readCheckpoint(store.db, `${chain}/block`);
      if (first) blocks.push({ chain, height: first.height, blockId: first.block_id });
      if (last) blocks.push({ chain, height: last.height, blockId: last.head_block_id });
    }
    return blocks.length === 0 ? undefined : { facts: await readNetwork(store.db), blocks };
  } finally {
    await store.close();
  }
}

/** Judges one node by what the store has; undefined when it limits requests, which says nothing. Never throws a NodeError. */
export async function judgeNode(
  node: NodeClient,
  kept: Kept | undefined,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  try {
    const identity = await askIdentity(node, signal);
    if (kept && isOtherNetwork(kept.facts, identity))
      return { state: "other-network", reason: `it is on network ${identity.networkId}`, identity };
    for (const chain of CHAINS) {
      if (!(await node.isBootstrapped(chain, { signal })))
        return { state: "bootstrapping", reason: `it is bootstrapping ${chain}`, identity };
    }
    const heightOf = async (chain: Chain) => (await node.getHeight(chain, { signal })) ?? 0;
    const heights = { P: await heightOf("P"), X: await heightOf("X"), C: await heightOf("C") };
    const other = kept && (await findOtherBlock(node, kept, signal));
    if (other) {
      const reason = `block ${other.height} of its ${other.chain}-Chain is not the store's`;
      return { state: "other-history", reason, identity };
    }
    const beyond = kept?.blocks.find(({ chain, height }) => height > heights[chain]);
    if (beyond) {
      const { chain, height } = beyond;
      const reason = `its ${chain}-Chain ends at block ${heights[chain]}, the store's at ${height}`;
      return { state: "behind", reason, identity };
    }
    return { state: "ready", identity, heights };
  } catch (error) {
    if (!(error instanceof NodeError) && !signal.aborted) throw error;
    if (isLimit(error)) return undefined;
    const isStarting = error instanceof NodeError && error.code === "NODE_NOT_BOOTSTRAPPED";
    return { state: isStarting ? "bootstrapping" : "away", reason: describeError(error) };
  }
}

/** A height at which the node has another block than the store. It may lack the store's blocks: old ones, or the newest. */
async function findOtherBlock(node: NodeClient, { blocks }: Kept, signal: AbortSignal) {
  for (const kept of blocks) {
    const [block] = await node.getBlocks(kept.chain, kept.height, 1, { signal });
    if (block && !equalBytes(block.blockId, kept.blockId)) return kept;
  }
  return undefined;
}

/** Judges nodes by each other: by the longest chains, and without a store by the network of the first that has said. */
export function compareVerdicts(verdicts: readonly Verdict[], kept: Kept | undefined): Verdict[] {
  const first = kept ? undefined : verdicts.find(({ identity }) => identity)?.identity;
  const ofNetwork = verdicts.map((verdict): Verdict => {
    const { identity } = verdict;
    if (!first || !identity || !isOtherNetwork(factsOf(first), identity)) return verdict;
    const reason = `it is on network ${identity.networkId}, an earlier one is on ${first.networkId}`;
    return { state: "other-network", reason, identity };
  });
  return ofNetwork.map((verdict) => {
    for (const chain of CHAINS) {
      const most = Math.max(...ofNetwork.map(({ heights }) => heights?.[chain] ?? 0));
      if (!verdict.heights || most - verdict.heights[chain] <= FAR_BEHIND) continue;
      const reason = `its ${chain}-Chain ends at block ${verdict.heights[chain]}, another node's at ${most}`;
      return { ...verdict, state: "behind", reason };
    }
    return verdict;
  });
}

function factsOf({ networkId, network }: Identity): NetworkFacts {
  return { networkId: String(networkId), ...writeIds(network) };
}

function isOtherNetwork(facts: NetworkFacts, identity: Identity): boolean {
  const theirs = factsOf(identity);
  const ids = ["networkId", "xChainId", "cChainId", "avaxAssetId"] as const;
  return ids.some((id) => facts[id] !== undefined && facts[id] !== theirs[id]);
}
