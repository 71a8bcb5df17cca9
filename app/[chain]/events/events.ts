import { searchOn } from "@/app/[chain]/search-on";
import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { EventListParams } from "@/components/evm/events/event-query";
import { listLogs } from "@/lib/contract/firn/logs";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

type Page = RouteBody<typeof listLogs>;

/**
 * Events of an EVM chain at a position, and the path on this origin that serves them. An empty page that goes on means that
 * nothing was found yet.
 * @throws FirnError
 */
export async function readEvents(
  { evmChainId }: Pick<EvmChain, "evmChainId">,
  { fromBlock, toBlock, order, ...filter }: EventListParams,
  paging: { pageSize: number; pageToken?: string | undefined },
): Promise<{ page: Page; path: string }> {
  const query = {
    ...filter,
    ...paging,
    sortOrder: order,
    startBlock: fromBlock,
    endBlock: toBlock === undefined ? undefined : toBlock + 1,
  };
  const request = { params: { chainId: evmChainId }, query };
  const page = await searchOn(
    (pageToken = paging.pageToken) => api().get(listLogs, { ...request, query: { ...query, pageToken } }),
    ({ logs }) => logs,
  );
  return { page, path: fillRoute(listLogs, request) };
}
