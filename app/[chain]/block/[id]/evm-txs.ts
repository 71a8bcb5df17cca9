import { findEvmChain } from "@/app/[chain]/evm-chain";
import { api, settle, troubleOf } from "@/app/server";
import type { EvmBlockTxsProps } from "@/components/evm/block-txs";
import { type Place, partAt } from "@/components/list/place";
import type { Trouble } from "@/components/state/failure";
import { getTransactionsForBlock } from "@/lib/contract/data/evm-transactions";
import { FirnError } from "@/lib/errors";

/**
 * EVM transactions of a C-Chain block; undefined while Firn has not read them: they come after the block itself. Why they
 * could not be asked for is a value, as the rest of the page goes on.
 */
export async function readEvmBlockTxs(
  height: number,
  place: Place,
): Promise<EvmBlockTxsProps | Trouble | undefined> {
  const chain = await settle(findEvmChain("c"));
  if (chain instanceof FirnError) return troubleOf(chain);
  if (chain === undefined) return undefined;
  const params = { chainId: chain.evmChainId, blockId: String(height) };
  const block = await settle(api().get(getTransactionsForBlock, { params }));
  if (block instanceof FirnError) return block.code === "NOT_FOUND" ? undefined : troubleOf(block);
  return { chain, height, part: partAt(block.transactions, "txs", place) };
}
