import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { EventListParams } from "@/components/evm/events/event-query";
import { listLogs } from "@/lib/contract/firn/logs";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

type Page = RouteBody<typeof listLogs>;

/** Searches for one view. Each may end before it has found anything. */
const MOST_SEARCHES = 8;

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
  let page = await api().get(listLogs, request);
  for (let i = 1; i < MOST_SEARCHES && page.logs.length === 0 && page.nextPageToken !== undefined; i++)
    page = await api().get(listLogs, { ...request, query: { ...query, pageToken: page.nextPageToken } });
  return { page, path: fillRoute(listLogs, request) };
}
