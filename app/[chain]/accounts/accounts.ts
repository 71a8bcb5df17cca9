import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { listChainAccounts } from "@/lib/contract/firn/accounts";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/** Accounts of an EVM chain by balance, and the path on this origin that serves them. @throws FirnError */
export async function readAccounts(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  query: { after?: string | undefined; pageSize: number; pageToken?: string | undefined },
): Promise<{ page: RouteBody<typeof listChainAccounts>; path: string }> {
  const request = { params: { chainId: evmChainId }, query };
  return { page: await api().get(listChainAccounts, request), path: fillRoute(listChainAccounts, request) };
}
