import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { EvmTxListParams } from "@/components/evm/list-params";
import type { EvmTxPage } from "@/components/evm/tx/tx-list";
import { listLatestTransactions } from "@/lib/contract/data/evm-transactions";
import { fillRoute } from "@/lib/contract/route";

/**
 * Transactions of an EVM chain at a position, newest first, and the path on this origin that serves them. @throws
 * FirnError
 */
export async function readEvmTxs(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  position: EvmTxListParams,
  paging: { pageSize: number; pageToken?: string | undefined },
): Promise<{ page: EvmTxPage; path: string }> {
  const request = { params: { chainId: evmChainId }, query: { ...position, ...paging } };
  return {
    page: await api().get(listLatestTransactions, request),
    path: fillRoute(listLatestTransactions, request),
  };
}
