import { supportedChains } from "./data/evm-chains";
import { getBlockById, listLatestPrimaryNetworkBlocks } from "./data/primary-network-blocks";
import { getTxByHash, listLatestPrimaryNetworkTransactions } from "./data/primary-network-transactions";
import { getAcceptance } from "./firn/acceptance";
import { getContainer } from "./firn/containers";
import { getHealth, getOpenApi } from "./firn/health";
import { search } from "./firn/search";
import { getStatus } from "./firn/status";

/** Every address of the REST interface: what the document lists, the API must serve and the web may pass through. */
export const ROUTES = {
  supportedChains,
  listLatestPrimaryNetworkTransactions,
  getTxByHash,
  listLatestPrimaryNetworkBlocks,
  getBlockById,
  getStatus,
  getContainer,
  getAcceptance,
  search,
  getHealth,
  getOpenApi,
} as const;
