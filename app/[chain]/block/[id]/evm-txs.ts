import { findEvmChain } from "@/app/[chain]/evm-chain";
import { api, settle } from "@/app/server";
import { type EvmBlockTxsProps, readBlockFrom } from "@/components/evm/block-txs";
import { getTransactionsForBlock } from "@/lib/contract/data/evm-transactions";
import { FirnError } from "@/lib/errors";

/** EVM transactions of a C-Chain block; undefined while Firn has not read them: they come after the block itself. */
export async function readEvmBlockTxs(
  height: number,
  from: string | string[] | undefined,
): Promise<EvmBlockTxsProps | undefined> {
  const chain = await settle(findEvmChain("c"));
  if (chain === undefined || chain instanceof FirnError) return undefined;
  const params = { chainId: chain.evmChainId, blockId: String(height) };
  const block = await settle(api().get(getTransactionsForBlock, { params }));
  if (block instanceof FirnError) return undefined;
  const start = readBlockFrom(from) ?? 1;
  return { chain, height, txs: block.transactions, from: start > block.transactions.length ? 1 : start };
}
