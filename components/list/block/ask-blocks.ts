import { askJson } from "@/components/state/ask";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import { evmQueryOf, type ListedBlockPage, withEvm } from "./listed-blocks";

/** Adds EVM data to a page of blocks, read from the path of that chain's list on this origin. @throws AskError */
export async function completeBlocks(
  page: ListedBlockPage,
  evmPath: string | undefined,
  signal: AbortSignal,
): Promise<ListedBlockPage> {
  const query = evmQueryOf(page);
  if (evmPath === undefined || query === undefined) return page;
  const { before, pageSize } = query;
  const path = `${evmPath}?before=${before}&pageSize=${pageSize}`;
  return withEvm(page, (await askJson<{ blocks: EvmBlock[] }>(path, signal)).blocks);
}
