import { cache } from "react";
import { api, servedNetwork } from "@/app/server";
import { listAssetTransactions } from "@/lib/contract/data/primary-network-transactions";
import { type FirnAsset, getAsset, listAssets } from "@/lib/contract/firn/assets";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

interface Paging {
  before?: string | undefined;
  pageSize: number;
  pageToken?: string | undefined;
}

/** An X-Chain asset by its id in cb58. @throws FirnError */
export const readAsset: (assetId: string) => Promise<FirnAsset> = cache((assetId) =>
  api().get(getAsset, { params: { assetId } }),
);

/** Assets at a position, and the path on this origin that serves them and the next ones. @throws FirnError */
export async function readAssets(
  query: Paging,
): Promise<{ page: RouteBody<typeof listAssets>; path: string }> {
  const request = { params: {}, query };
  return { page: await api().get(listAssets, request), path: fillRoute(listAssets, request) };
}

/** X-Chain transactions that move or create an asset, newest first. @throws FirnError */
export async function readAssetTxs(
  assetId: string,
  query: Paging,
): Promise<{ page: RouteBody<typeof listAssetTransactions>; path: string }> {
  const request = {
    params: { network: await servedNetwork(), blockchainId: "x-chain", assetId },
    query,
  };
  return {
    page: await api().get(listAssetTransactions, request),
    path: fillRoute(listAssetTransactions, request),
  };
}
