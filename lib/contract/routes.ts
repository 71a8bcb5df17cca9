import { supportedChains } from "./data/evm-chains";
import { getAssetDetails } from "./data/primary-network-assets";
import { getBlockById, listLatestPrimaryNetworkBlocks } from "./data/primary-network-blocks";
import {
  getTxByHash,
  listAssetTransactions,
  listLatestPrimaryNetworkTransactions,
} from "./data/primary-network-transactions";
import {
  getVertexByHash,
  getVertexByHeight,
  listLatestXChainVertices,
} from "./data/primary-network-vertices";
import { getAcceptance } from "./firn/acceptance";
import { getContainer } from "./firn/containers";
import { getHealth, getOpenApi } from "./firn/health";
import { search } from "./firn/search";
import { getStatus } from "./firn/status";

/** Every address of the REST interface: what the document lists, the API must serve and the web may pass through. */
export const ROUTES = {
  supportedChains,
  listLatestPrimaryNetworkTransactions,
  listAssetTransactions,
  getTxByHash,
  getAssetDetails,
  listLatestXChainVertices,
  getVertexByHash,
  getVertexByHeight,
  listLatestPrimaryNetworkBlocks,
  getBlockById,
  getStatus,
  getContainer,
  getAcceptance,
  search,
  getHealth,
  getOpenApi,
} as const;
