import { BLOCK_BYTES } from "@/components/list/fullness";
import type { ListedBlock, ListedBlockPage } from "@/components/list/listed-blocks";
import type { Chain } from "@/components/ui/chains";
import { formatPercent, groupDigits, plural } from "@/components/ui/format";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";

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

export function coreBlocksOf(chain: Chain, { blocks }: ListedBlockPage): CoreBlock[] {
  return blocks.map((block) => {
    const { txCount, blockSizeBytes: sizeBytes, evm } = block;
    const common = { height: block.blockNumber, time: block.blockTimestamp };
    if (evm !== undefined) return { ...common, txs: countsOf(block, evm), ...fullnessOf(evm) };
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

/** `3 txs`, `2 atomic` or `3 txs, 2 atomic`. */
function countsOf({ txCount: atomic }: ListedBlock, { txCount }: EvmBlock): string {
  const parts = [
    ...(txCount > 0 || atomic === 0 ? [plural(txCount, "tx")] : []),
    ...(atomic > 0 ? [`${groupDigits(atomic)} atomic`] : []),
  ];
  return parts.join(", ");
}

function fullnessOf({ gasUsed, gasLimit }: EvmBlock): Pick<CoreBlock, "fullness" | "fill"> {
  const [used, limit] = [Number(gasUsed), Number(gasLimit)];
  return { fullness: formatPercent(used, limit), fill: { share: limit === 0 ? 0 : used / limit } };
}
