import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { decodeGenesis, genesisBlock } from "../../avalanche/genesis/genesis";
import { findGenesis } from "../../avalanche/genesis/genesis-build";
import type { GenesisConfig } from "../../avalanche/genesis/genesis-config";
import { localGenesisConfig } from "../../avalanche/genesis/genesis-local";
import { formatId } from "../../avalanche/ids";
import { DataError, NodeError } from "../../errors";
import type { NetworkIds } from "../rows/projection";
import { readPublicGenesis } from "./public-genesis";

/** Its genesis is built into the node. Its start time moves forward in steps, see `findGenesis`. */
const LOCAL_NETWORK = 12_345;

/** The expected block id of a genesis, and the latest time at which it can start. */
export interface GenesisSearch {
  blockId: Uint8Array;
  networkId: number;
  nowMs: number;
}

/**
 * The P-Chain genesis bytes whose block has the id `blockId`, the parent of P-Chain block 1. They come from the given
 * configuration or, without one, from those built into AvalancheGo: the local network's, mainnet's, Fuji's. Undefined
 * when none of these has that block.
 */
export function genesisWithBlock(
  given: GenesisConfig | undefined,
  { blockId, networkId, nowMs }: GenesisSearch,
): Uint8Array | undefined {
  const config = given ?? (networkId === LOCAL_NETWORK ? localGenesisConfig() : undefined);
  if (config) return findGenesis(config, { parentId: blockId, latest: BigInt(Math.floor(nowMs / 1000)) });
  const bytes = readPublicGenesis(networkId);
  return bytes && equalBytes(genesisBlock(bytes).blockId, blockId) ? bytes : undefined;
}

/**
 * The genesis whose block is the parent of block 1. @throws DataError HEAD_MISMATCH when a given configuration has
 * another block
 */
export function genesisBeforeBlock1(
  given: GenesisConfig | undefined,
  search: GenesisSearch,
): Uint8Array | undefined {
  const bytes = genesisWithBlock(given, search);
  if (bytes || !given) return bytes;
  throw new DataError("HEAD_MISMATCH", describeMismatch(search), { hint: GENESIS_HINT });
}

/**
 * The genesis whose block is the node's block 0, if the network's ids match: those of the X- and C-Chain are ids of
 * transactions in the genesis.
 * @throws NodeError NODE_BAD_ANSWER when they don't, or when a given configuration has another block
 */
export function genesisOfNode(
  given: GenesisConfig | undefined,
  { network, ...search }: GenesisSearch & { network: NetworkIds },
): Uint8Array | undefined {
  const bytes = genesisWithBlock(given, search);
  if (!bytes) {
    if (!given) return undefined;
    throw new NodeError("NODE_BAD_ANSWER", describeMismatch(search), { hint: GENESIS_HINT });
  }
  const { chains, avaxAssetId } = decodeGenesis(bytes);
  const ids = [...chains.map(({ txId }) => txId), avaxAssetId].map(toHex);
  const reported = [network.xChainId, network.cChainId, network.avaxAssetId].map(toHex);
  if (ids.join() === reported.join()) return bytes;
  const message = `the node's ids of the X-Chain, the C-Chain and AVAX are not those in its genesis, whose block is ${formatId(search.blockId)}`;
  throw new NodeError("NODE_BAD_ANSWER", message, {
    hint: "check that FIRN_NODE_URL leads to a single node",
  });
}

const GENESIS_HINT = "set FIRN_GENESIS to the genesis file that this network's nodes were started with";

function describeMismatch({ blockId }: GenesisSearch): string {
  return `the node's P-Chain begins with block ${formatId(blockId)}, but FIRN_GENESIS has another`;
}
