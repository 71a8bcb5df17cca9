import type { EvmBlock } from "@/lib/contract/data/evm-blocks";

/** Chain time of a block, transaction or transfer, unix milliseconds. Blocks before Granite have whole seconds. */
export function timeOf({
  blockTimestamp,
  blockTimestampMilliseconds,
}: Pick<EvmBlock, "blockTimestamp" | "blockTimestampMilliseconds">): number {
  return blockTimestampMilliseconds ?? blockTimestamp * 1000;
}
