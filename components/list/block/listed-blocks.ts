import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import { groupDigits, plural } from "@/lib/words/format";
import type { TokenPage } from "../use-rows";

/** A block as lists show it. C-Chain blocks have their EVM side once Firn has indexed it. */
export type ListedBlock = PrimaryNetworkBlock & { evm?: EvmBlock };

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

/** What a C-Chain block counts, as far as it is known: `3 txs`, `2 atomic` or `3 txs, 2 atomic`. */
export function formatCounts({ txCount: atomic, evm }: ListedBlock): string {
  const parts = [
    ...(evm !== undefined && (evm.txCount > 0 || atomic === 0) ? [plural(evm.txCount, "tx")] : []),
    ...(evm === undefined || atomic > 0 ? [`${groupDigits(atomic)} atomic`] : []),
  ];
  return parts.join(", ");
}
