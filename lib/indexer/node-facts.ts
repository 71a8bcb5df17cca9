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

/** Which network a node says it is of. */
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

/** The ids as a store keeps them. */
export function writeIds({ xChainId, cChainId, avaxAssetId }: NetworkIds): NetworkFacts {
  return { xChainId: toHex(xChainId), cChainId: toHex(cChainId), avaxAssetId: toHex(avaxAssetId) };
}

/** What a node says of its network, and what an indexer stores of that. */
export async function askFacts(
  node: NodeClient,
  signal: AbortSignal,
): Promise<Identity & { said: NetworkFacts }> {
  const identity = await askIdentity(node, signal);
  const rules = await askRules(node, identity.networkId, signal);
  const said = { ...(await askNode(node, signal)), ...writeIds(identity.network) };
  return { ...identity, said: { ...said, upgrades: writeTimes(rules.upgrades) } };
}

/** Which node it is. */
export async function askNode(node: NodeClient, signal: AbortSignal): Promise<NetworkFacts> {
  return {
    nodeVersion: await node.getNodeVersion({ signal }),
    nodeId: formatNodeId(await node.getNodeId({ signal })),
  };
}

/** @throws NodeError also when it contradicts what is known of mainnet or fuji */
export async function askRules(
  node: NodeClient,
  networkId: number,
  signal: AbortSignal,
): Promise<NetworkRules> {
  return rulesFromNode(networkId, await node.call("/ext/info", upgrades, {}, { signal }));
}

/**
 * The genesis bytes that the node's block 0 is of; undefined when the node can't say that block, or none of the
 * configurations is known to make it.
 * @throws NodeError when what it says contradicts the given configuration, or itself
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

/** The P-Chain has no block yet. Its index may have the first one before the chain does. */
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

/** A node that has the P-Chain's blocks from some later one on answers with an error. */
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
  throw new NodeError("NODE_BAD_ANSWER", `the node at ${node.origin} knows no chain ${alias}`, {
    hint: "wait until it has started its chains",
  });
}
