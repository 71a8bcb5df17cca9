import { askJson } from "@/components/state/ask";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import {
  acceptedQueryOf,
  evmQueryOf,
  type FoundBlockPage,
  type ListedBlockPage,
  withAccepted,
  withEvm,
} from "./listed-blocks";

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

/** Adds what the node's index has of a page of found blocks, read from a path on this origin. @throws AskError */
export async function completeFound(
  page: FoundBlockPage,
  acceptedPath: string,
  signal: AbortSignal,
): Promise<FoundBlockPage> {
  const query = acceptedQueryOf(page);
  if (query === undefined) return page;
  const path = `${acceptedPath}?heights=${query.heights}`;
  return withAccepted(page, (await askJson<{ blocks: PrimaryNetworkBlock[] }>(path, signal)).blocks);
}
