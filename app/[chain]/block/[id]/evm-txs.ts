import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { api, settle, troubleOf } from "@/app/server";
import type { EvmBlockTxsProps } from "@/components/evm/block/block-txs";
import { type Place, partAt } from "@/components/list/place";
import type { Trouble } from "@/components/state/failure";
import { getTransactionsForBlock } from "@/lib/contract/data/evm-transactions";
import { FirnError } from "@/lib/errors";

/**
 * Transactions of a block of an EVM chain, `c` or an EVM chain id; undefined while Firn has not read them: they come after the block itself. Why they
 * could not be asked for is a value, as the rest of the page goes on.
 */
export async function readEvmBlockTxs(
  segment: string,
  height: number,
  place: Place,
): Promise<EvmBlockTxsProps | Trouble | undefined> {
  const chain = await settle(findEvmChain(segment));
  if (chain instanceof FirnError) return troubleOf(chain);
  if (chain === undefined) return undefined;
  const params = { chainId: chain.evmChainId, blockId: String(height) };
  const found = await settle(
    Promise.all([
      api().get(getTransactionsForBlock, { params }),
      readEvmBlock(chain.evmChainId, params.blockId),
    ]),
  );
  if (found instanceof FirnError) return found.code === "NOT_FOUND" ? undefined : troubleOf(found);
  const [{ transactions }, { feesSpent }] = found;
  const reverted = transactions.filter(({ txStatus }) => txStatus === "0").length;
  const part = partAt(transactions, "txs", place);
  return { chain, height, part, executed: { reverted, feesWei: feesSpent } };
}
