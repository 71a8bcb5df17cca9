import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { api, failureOf, toResult } from "@/app/server";
import type { EvmBlockTxsProps } from "@/components/evm/block/block-txs";
import { type ListPosition, sliceAt } from "@/components/list/position";
import type { ShownFailure } from "@/components/state/failure";
import { getTransactionsForBlock } from "@/lib/contract/data/evm-transactions";
import { FirnError } from "@/lib/errors";

/**
 * Transactions of a block of an EVM chain, `c` or an EVM chain id; undefined until Firn has indexed them, which is
 * after the block itself. An error is returned as a value, so that the rest of the page still shows.
 */
export async function readEvmBlockTxs(
  segment: string,
  height: number,
  position: ListPosition,
): Promise<EvmBlockTxsProps | ShownFailure | undefined> {
  const chain = await toResult(findEvmChain(segment));
  if (chain instanceof FirnError) return failureOf(chain);
  if (chain === undefined) return undefined;
  const params = { chainId: chain.evmChainId, blockId: String(height) };
  const found = await toResult(
    Promise.all([
      api().get(getTransactionsForBlock, { params }),
      readEvmBlock(chain.evmChainId, params.blockId),
    ]),
  );
  if (found instanceof FirnError) return found.code === "NOT_FOUND" ? undefined : failureOf(found);
  const [{ transactions }, { feesSpent }] = found;
  const reverted = transactions.filter(({ txStatus }) => txStatus === "0").length;
  const slice = sliceAt(transactions, "txs", position);
  return { chain, height, slice, executed: { reverted, feesWei: feesSpent } };
}
