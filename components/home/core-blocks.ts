import { BLOCK_BYTES } from "@/components/list/fullness";
import type { Chain } from "@/components/ui/chains";
import { formatPercent, groupDigits, plural } from "@/components/ui/format";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";

/** Newest blocks as either list of the API gives them: the C-Chain's with all their transactions from its EVM side. */
export interface CorePage {
  blocks: readonly (PrimaryNetworkBlock | EvmBlock)[];
}

/** A block as a column of the home page shows it. */
export interface CoreBlock {
  height: string;
  /** Unix seconds. */
  time: number;
  txs: string;
  /** How full it is, in words. */
  fullness: string;
  /** The same for its stratum. */
  fill: { sizeBytes: number } | { share: number };
}

export function coreBlocksOf(chain: Chain, { blocks }: CorePage): CoreBlock[] {
  return blocks.map((block) => {
    const common = { height: block.blockNumber, time: block.blockTimestamp };
    if ("gasUsed" in block) {
      const [used, limit] = [Number(block.gasUsed), Number(block.gasLimit)];
      const fill = { share: limit === 0 ? 0 : used / limit };
      return { ...common, txs: plural(block.txCount, "tx"), fullness: formatPercent(used, limit), fill };
    }
    const { txCount, blockSizeBytes: sizeBytes } = block;
    // Without its EVM side a C-Chain block is known by its atomic transactions and bytes: gas fills it, not bytes.
    return chain === "c"
      ? {
          ...{ ...common, txs: `${groupDigits(txCount)} atomic`, fill: { sizeBytes } },
          fullness: `${(sizeBytes / 1000).toFixed(1)} kB`,
        }
      : {
          ...common,
          txs: plural(txCount, "tx"),
          fullness: formatPercent(sizeBytes, BLOCK_BYTES),
          fill: { sizeBytes },
        };
  });
}
