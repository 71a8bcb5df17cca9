import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { findGenesisBlock, readGenesisBlock } from "@/app/[chain]/genesis-block";
import { tryId } from "@/app/[chain]/network";
import { readContainer } from "@/app/[chain]/read";
import { type Existence, type Find, moved } from "@/app/existence";
import { toResult } from "@/app/server";
import type { GenesisBlock } from "@/components/block/genesis-view";
import { type EvmChain, isEvmHash } from "@/components/evm/chain";
import { type Chain, isChain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import { MAX_HEIGHT } from "@/lib/contract/data/parameters";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** A block of an EVM chain, the container of a block of P, X or C, or block 0, which is in no container. */
export type FoundBlock =
  | { kind: "evm"; chain: EvmChain; block: EvmBlock }
  | { kind: "container"; chain: Chain; container: FirnContainer }
  | { kind: "genesis"; chain: Chain; block: GenesisBlock };

/**
 * A block's address has its height. Ids of blocks and containers redirect there; vertices have no height of their own.
 */
export const findBlock: Find<"block", FoundBlock> = async ({ params: { chain: segment, id } }) => {
  if (isChain(segment)) return findPrimaryBlock(segment, id);
  const chain = await findEvmChain(segment);
  if (chain === undefined) return "missing";
  if (!isEvmHash(id) && !/^\d{1,12}$/.test(id)) return "malformed";
  const block = await readEvmBlock(chain.evmChainId, id);
  // Blocks of the C-Chain are under its letter.
  if (segment !== chain.segment || id !== block.blockNumber)
    return moved(hrefTo("block", { chain: chain.segment, id: block.blockNumber }));
  return { found: { kind: "evm", chain, block } };
};

async function findPrimaryBlock(chain: Chain, text: string): Promise<Existence<FoundBlock>> {
  if (/^\d{1,15}$/.test(text)) return findByHeight(chain, text);
  const id = tryId(text);
  if (id === undefined) return "malformed";
  const container = await toResult(readContainer(chain, formatId(id)));
  if (container instanceof FirnError) {
    if (container.code === "NOT_FOUND" && (await findGenesisBlock(chain, text)))
      return moved(hrefTo("block", { chain, id: 0 }));
    throw container;
  }
  // A transaction's id does not name its block's page.
  if (container.txIndex !== undefined) return "missing";
  const name = container.stream === "X/vtx" ? container.containerId : String(container.height);
  if (text !== name) return moved(hrefTo("block", { chain, id: name }));
  return { found: { kind: "container", chain, container } };
}

async function findByHeight(chain: Chain, text: string): Promise<Existence<FoundBlock>> {
  const height = Number(text);
  if (height > MAX_HEIGHT) return "missing";
  const found = await readByHeight(chain, height);
  if (found === undefined) return "missing";
  return text === String(height) ? { found } : moved(hrefTo("block", { chain, id: height }));
}

async function readByHeight(chain: Chain, height: number): Promise<FoundBlock | undefined> {
  if (height > 0) return { kind: "container", chain, container: await readContainer(chain, String(height)) };
  const block = await readGenesisBlock(chain);
  return block && { kind: "genesis", chain, block };
}
