import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { ContractListParams } from "@/components/evm/lists/list-query";
import { listChainContracts } from "@/lib/contract/firn/chain-lists";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/** Contracts of an EVM chain at a position, and the path on this origin that serves them. @throws FirnError */
export async function readContracts(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  query: ContractListParams & { pageSize: number; pageToken?: string | undefined },
): Promise<{ page: RouteBody<typeof listChainContracts>; path: string }> {
  const request = { params: { chainId: evmChainId }, query };
  return { page: await api().get(listChainContracts, request), path: fillRoute(listChainContracts, request) };
}
