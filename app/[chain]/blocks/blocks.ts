import { api, servedNetwork } from "@/app/server";
import type { BlockListParams } from "@/components/list/list-params";
import { CHAINS, type Chain } from "@/components/ui/chains";
import {
  type ListPrimaryNetworkBlocksResponse,
  listLatestPrimaryNetworkBlocks,
} from "@/lib/contract/data/primary-network-blocks";
import { fillRoute } from "@/lib/contract/route";

/** A page of blocks and the path under which this origin serves it and what follows. */
export interface BlockListPage {
  page: ListPrimaryNetworkBlocksResponse;
  path: string;
}

/** Blocks at a position, newest first. @throws FirnError */
export async function readBlocks(
  chain: Chain,
  position: BlockListParams,
  { pageSize, pageToken }: { pageSize: number; pageToken?: string | undefined },
): Promise<BlockListPage> {
  const request = {
    params: { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName },
    query: {
      before: position.before,
      startTimestamp: position.from,
      endTimestamp: position.to,
      pageSize,
      pageToken,
    },
  };
  const page = await api().get(listLatestPrimaryNetworkBlocks, request);
  return { page, path: fillRoute(listLatestPrimaryNetworkBlocks, request) };
}
