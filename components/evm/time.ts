import type { EvmBlock } from "@/lib/contract/data/evm-blocks";

/** Chain time of where something happened, unix milliseconds; blocks before Granite know whole seconds. */
export function timeOf({
  blockTimestamp,
  blockTimestampMilliseconds,
}: Pick<EvmBlock, "blockTimestamp" | "blockTimestampMilliseconds">): number {
  return blockTimestampMilliseconds ?? blockTimestamp * 1000;
}
