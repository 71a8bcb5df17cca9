import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import { groupDigits, plural } from "@/lib/words/format";
import type { TokenPage } from "../use-rows";

/** A block as lists show it. C-Chain blocks have their EVM side once Firn has indexed it. */
export type ListedBlock = PrimaryNetworkBlock & { evm?: EvmBlock };

/** A C-Chain block that a search of its EVM side found. `accepted` is the block as the node accepted it, once Firn has that. */
export type FoundBlock = EvmBlock & { accepted?: PrimaryNetworkBlock };

export interface FoundBlockPage extends TokenPage {
  blocks: readonly FoundBlock[];
  searchedTo?: string | undefined;
}

/** The query for what the node's index has of found blocks; undefined for an empty page. */
export function acceptedQueryOf({ blocks }: FoundBlockPage): { heights: string } | undefined {
  if (blocks.length === 0) return undefined;
  return { heights: blocks.map(({ blockNumber }) => blockNumber).join(",") };
}

/** Found blocks with what the node's index has of them, matched by hash. */
export function withAccepted(
  page: FoundBlockPage,
  acceptedBlocks: readonly PrimaryNetworkBlock[],
): FoundBlockPage {
  const byHash = new Map(acceptedBlocks.map((block) => [block.blockHash, block]));
  const blocks = page.blocks.map((block) => {
    const accepted = byHash.get(block.blockHash);
    return accepted === undefined ? block : { ...block, accepted };
  });
  return { ...page, blocks };
}

export interface ListedBlockPage extends TokenPage {
  blocks: readonly ListedBlock[];
  searchedTo?: string | undefined;
}

/** The query for the EVM side of a page of blocks, whose heights have no gaps; undefined for an empty page. */
export function evmQueryOf({ blocks }: ListedBlockPage): { before: number; pageSize: number } | undefined {
  const [newest] = blocks;
  return newest && { before: Number(newest.blockNumber) + 1, pageSize: blocks.length };
}

/** Blocks with their EVM side, matched by hash. */
export function withEvm(page: ListedBlockPage, evmBlocks: readonly EvmBlock[]): ListedBlockPage {
  const byHash = new Map(evmBlocks.map((block) => [block.blockHash, block]));
  const blocks = page.blocks.map((block) => {
    const evm = byHash.get(block.blockHash);
    return evm === undefined ? block : { ...block, evm };
  });
  return { ...page, blocks };
}

/** Its counts of atomic transactions, and of EVM transactions on that side. */
interface Counted {
  txCount: number | undefined;
  evm?: EvmBlock | undefined;
}

/** What a C-Chain block counts, as far as it is known: `3 txs`, `2 atomic` or `3 txs, 2 atomic`. */
export function formatCounts({ txCount: atomic, evm }: Counted): string {
  const parts = [
    ...(evm !== undefined && (evm.txCount > 0 || !atomic) ? [plural(evm.txCount, "tx")] : []),
    ...(atomic !== undefined && (evm === undefined || atomic > 0) ? [`${groupDigits(atomic)} atomic`] : []),
  ];
  return parts.join(", ");
}
