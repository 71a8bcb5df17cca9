import { sha256 } from "#sha256";
import { toHex } from "../avalanche/codec/bytes";
import type { GenesisConfig } from "../avalanche/genesis/genesis-config";
import { formatNodeId } from "../avalanche/ids";
import { type NetworkRules, rulesFromNode } from "../avalanche/ledger/rules";
import type { NodeClient } from "../client/node";
import { rpcMessageOf } from "../client/rpc";
import { upgrades } from "../contract/node/info";
import { getHeight } from "../contract/node/platform";
import { NodeError } from "../errors";
import type { NetworkFacts } from "../store/bookkeeping/network";
import { isOff } from "./follow/blocks";
import { genesisOfNode } from "./genesis/find-genesis";
import { writeTimes } from "./known-network";
import type { NetworkIds } from "./rows/projection";

/** The network that a node reports. */
export interface Identity {
  networkId: number;
  network: NetworkIds;
}

export async function askIdentity(node: NodeClient, signal: AbortSignal): Promise<Identity> {
  return {
    networkId: await node.getNetworkId({ signal }),
    network: {
      xChainId: await askChain(node, "X", signal),
      cChainId: await askChain(node, "C", signal),
      avaxAssetId: await node.getStakingAssetId({ signal }),
    },
  };
}

export function isSameNetwork(a: Identity, b: Identity): boolean {
  const ids = ({ xChainId, cChainId, avaxAssetId }: NetworkIds) =>
    [xChainId, cChainId, avaxAssetId].map(toHex);
  return a.networkId === b.networkId && ids(a.network).join() === ids(b.network).join();
}

/** The ids in the form that a store keeps. */
export function writeIds({ xChainId, cChainId, avaxAssetId }: NetworkIds): NetworkFacts {
  return { xChainId: toHex(xChainId), cChainId: toHex(cChainId), avaxAssetId: toHex(avaxAssetId) };
}

/** What a node reports about its network, and the facts that an indexer stores of it. */
export async function askFacts(
  node: NodeClient,
  signal: AbortSignal,
): Promise<Identity & { reported: NetworkFacts }> {
  const identity = await askIdentity(node, signal);
  const rules = await askRules(node, identity.networkId, signal);
  const reported = { ...(await askNode(node, signal)), ...writeIds(identity.network) };
  return { ...identity, reported: { ...reported, upgrades: writeTimes(rules.upgrades) } };
}

/** Facts about the node itself. */
export async function askNode(node: NodeClient, signal: AbortSignal): Promise<NetworkFacts> {
  return {
    nodeVersion: await node.getNodeVersion({ signal }),
    nodeId: formatNodeId(await node.getNodeId({ signal })),
  };
}

/** @throws NodeError also when they contradict the known upgrades of mainnet or Fuji */
export async function askRules(
  node: NodeClient,
  networkId: number,
  signal: AbortSignal,
): Promise<NetworkRules> {
  return rulesFromNode(networkId, await node.call("/ext/info", upgrades, {}, { signal }));
}

/**
 * The genesis bytes of the node's block 0; undefined when the node can't return that block, or no known configuration
 * has it.
 * @throws NodeError when the block contradicts the given configuration, or the node contradicts itself
 */
export async function askGenesis(
  node: NodeClient,
  { networkId, network }: Identity,
  options: { genesis: GenesisConfig | undefined; now: () => number; signal: AbortSignal },
): Promise<Uint8Array | undefined> {
  const block = await askBlock0(node, options.signal);
  const search = { networkId, network, nowMs: options.now() };
  return block && genesisOfNode(options.genesis, { ...search, blockId: sha256(block) });
}

/** Whether the P-Chain has no block yet. Its index may have the first one before the chain does. */
export async function isBeforeFirstBlock(node: NodeClient, signal: AbortSignal): Promise<boolean> {
  const { height } = await node.call("/ext/bc/P", getHeight, {}, { signal });
  if (height > 0n) return false;
  try {
    return (await node.getLastAccepted("P/block", { signal })) === undefined;
  } catch (error) {
    if (isOff(error)) return true;
    throw error;
  }
}

/** Block 0, or undefined from a node without the P-Chain's first blocks, which answers with an error. */
async function askBlock0(node: NodeClient, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    return await node.getPBlockByHeight(0n, { signal });
  } catch (error) {
    if (rpcMessageOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function askChain(node: NodeClient, alias: string, signal: AbortSignal): Promise<Uint8Array> {
  const id = await node.getBlockchainId(alias, { signal });
  if (id) return id;
  throw new NodeError("NODE_BAD_ANSWER", `the node at ${node.origin} does not know chain ${alias}`, {
    hint: "wait until it has started its chains",
  });
}
