import { BLOCK_BYTES } from "@/components/list/block/fullness";
import { formatCounts, type ListedBlockPage } from "@/components/list/block/listed-blocks";
import type { Chain } from "@/components/ui/chains";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import { formatDuration, formatPercent, plural } from "@/lib/words/format";

/** A block as a column of the home page shows it. */
export interface CoreBlock {
  height: string;
  /** Unix seconds; undefined where it is not known. */
  time: number | undefined;
  txs: string;
  /** How full it is, in words. */
  fullness: string;
  /** Fullness for its stratum. */
  fill: { sizeBytes: number } | { share: number };
}

export function coreBlocksOf(chain: Chain, { blocks }: ListedBlockPage): CoreBlock[] {
  return blocks.map((block) => {
    const { txCount, blockSizeBytes: sizeBytes, evm } = block;
    const common = { height: block.blockNumber, time: block.blockTimestamp };
    if (evm !== undefined) return { ...common, txs: formatCounts(block), ...fullnessOf(evm) };
    // Before the EVM indexer has read a C-Chain block, only its atomic transactions and size are known. Gas fills it, not
    // bytes.
    return chain === "c"
      ? {
          ...common,
          txs: formatCounts(block),
          fill: { sizeBytes },
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

function fullnessOf({ gasUsed, gasLimit }: EvmBlock): Pick<CoreBlock, "fullness" | "fill"> {
  const used = Number(gasUsed);
  const limit = Number(gasLimit);
  return { fullness: formatPercent(gasUsed, gasLimit), fill: { share: limit === 0 ? 0 : used / limit } };
}

/** `7.1 s apart`: the mean time between the blocks shown. */
export function paceOf(blocks: readonly CoreBlock[]): string {
  const newest = blocks[0];
  const oldest = blocks.at(-1);
  if (newest?.time === undefined || oldest?.time === undefined || blocks.length < 2) return "";
  const ms = ((newest.time - oldest.time) * 1000) / (blocks.length - 1);
  return `${formatDuration(Math.round(ms / 100) * 100)} apart`;
}
