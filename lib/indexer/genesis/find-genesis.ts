import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { decodeGenesis, genesisBlock } from "../../avalanche/genesis/genesis";
import { findGenesis } from "../../avalanche/genesis/genesis-build";
import type { GenesisConfig } from "../../avalanche/genesis/genesis-config";
import { localGenesisConfig } from "../../avalanche/genesis/genesis-local";
import { formatId } from "../../avalanche/ids";
import { DataError, NodeError } from "../../errors";
import type { NetworkIds } from "../rows/projection";
import { readPublicGenesis } from "./public-genesis";

/** Its genesis is built into the node, and starts later with each of the node's steps, see `findGenesis`. */
const LOCAL_NETWORK = 12_345;

/** What tells one genesis of a configuration from another: the id of its block, and until when it may have begun. */
export interface GenesisSearch {
  blockId: Uint8Array;
  networkId: number;
  nowMs: number;
}

/**
 * The P-Chain genesis bytes whose block has the id `blockId`, which P-Chain block 1 names as its parent. They come from the
 * given configuration; without one, from those built into AvalancheGo: the local network's, mainnet's, Fuji's. Undefined
 * when none of these makes that block.
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

/** The same for the parent that block 1 names. @throws DataError HEAD_MISMATCH when a given configuration makes another */
export function genesisBeforeBlock1(
  given: GenesisConfig | undefined,
  search: GenesisSearch,
): Uint8Array | undefined {
  const bytes = genesisWithBlock(given, search);
  if (bytes || !given) return bytes;
  throw new DataError("HEAD_MISMATCH", notOfThisGenesis(search), { hint: GENESIS_HINT });
}

/**
 * The same for block 0 as the node gives it, once the network's ids fit it: those of the X- and C-Chain are ids of
 * transactions in the genesis.
 * @throws NodeError NODE_BAD_ANSWER when they don't, or a given configuration makes another block
 */
export function genesisOfNode(
  given: GenesisConfig | undefined,
  { network, ...search }: GenesisSearch & { network: NetworkIds },
): Uint8Array | undefined {
  const bytes = genesisWithBlock(given, search);
  if (!bytes) {
    if (!given) return undefined;
    throw new NodeError("NODE_BAD_ANSWER", notOfThisGenesis(search), { hint: GENESIS_HINT });
  }
  const { chains, avaxAssetId } = decodeGenesis(bytes);
  const ids = [...chains.map(({ txId }) => txId), avaxAssetId].map(toHex);
  const said = [network.xChainId, network.cChainId, network.avaxAssetId].map(toHex);
  if (ids.join() === said.join()) return bytes;
  const message = `the node's ids of the X-Chain, the C-Chain and AVAX are not those in its genesis, whose block is ${formatId(search.blockId)}`;
  throw new NodeError("NODE_BAD_ANSWER", message, {
    hint: "see whether FIRN_NODE_URL leads to one node only",
  });
}

const GENESIS_HINT = "set FIRN_GENESIS to the genesis file that this network's nodes were started with";

function notOfThisGenesis({ blockId }: GenesisSearch): string {
  return `the node's P-Chain begins with block ${formatId(blockId)}, which FIRN_GENESIS does not make`;
}
