import type { ROUTES } from "../contract/routes";
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
import type { Handler } from "./handler";

/** Who answers which route; the compiler names one that is missing. */
export const HANDLERS: { [Name in keyof typeof ROUTES]: Handler<(typeof ROUTES)[Name]> } = {
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
};
