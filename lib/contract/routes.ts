import { getBlockchainById, listBlockchains } from "./data/blockchains";
import { listDelegators } from "./data/delegators";
import {
  getNativeBalance,
  listCollectibleBalances,
  listErc20Balances,
  listErc721Balances,
  listErc1155Balances,
} from "./data/evm-balances";
import { getBlock, getLatestBlocks, listAllLatestBlocks, listLatestBlocksAllChains } from "./data/evm-blocks";
import { getAddressChains, getChainInfo, listAddressChains, supportedChains } from "./data/evm-chains";
import { getContractMetadata, listContractDeployments } from "./data/evm-contracts";
import {
  getDeploymentTransaction,
  getTransaction,
  getTransactionsForBlock,
  listAllLatestTransactions,
  listErc20Transactions,
  listErc721Transactions,
  listErc1155Transactions,
  listInternalTransactions,
  listLatestTransactions,
  listLatestTransactionsAllChains,
  listNativeTransactions,
  listTransactions,
  listTransactionsV2,
  listTransfers,
} from "./data/evm-transactions";
import { dataHealthCheck, liveCheck, metricsHealthCheck } from "./data/health";
import { listL1Validators } from "./data/l1-validators";
import { getNetworkDetails } from "./data/networks";
import { getTokenDetails, listTokens, reindexNft } from "./data/nfts";
import {
  getChainIdsForAddresses,
  getLastActivityTimestampByAddresses,
  getLastActivityTimestampByAddressesV2,
} from "./data/primary-network-activity";
import { getAssetDetails } from "./data/primary-network-assets";
import { getBalancesByAddresses } from "./data/primary-network-balances";
import {
  getBlockById,
  listLatestPrimaryNetworkBlocks,
  listPrimaryNetworkBlocksByNodeId,
} from "./data/primary-network-blocks";
import {
  listHistoricalPrimaryNetworkRewards,
  listPendingPrimaryNetworkRewards,
} from "./data/primary-network-rewards";
import {
  getTxByHash,
  listActivePrimaryNetworkStakingTransactions,
  listAssetTransactions,
  listLatestPrimaryNetworkTransactions,
} from "./data/primary-network-transactions";
import { getUtxosByAddresses, getUtxosByAddressesV2 } from "./data/primary-network-utxos";
import {
  getVertexByHash,
  getVertexByHeight,
  listLatestXChainVertices,
} from "./data/primary-network-vertices";
import { getSubnetById, listSubnets } from "./data/subnets";
import { getSingleValidatorDetails, listValidators } from "./data/validators";
import { getAcceptance } from "./firn/acceptance";
import { getContainer } from "./firn/containers";
import { getEvmBlockProof, getEvmExecution } from "./firn/evm";
import { getHealth, getOpenApi } from "./firn/health";
import { findContainers, getIndexes } from "./firn/indexes";
import { getL1, getValidation, listL1s } from "./firn/l1s";
import { getNft, getNftImage, listNftTransfers } from "./firn/nfts";
import { getPState } from "./firn/p-state";
import { getPace } from "./firn/pace";
import { search } from "./firn/search";
import { getStatus } from "./firn/status";
import { getToken, listTokenHolders, reindexToken } from "./firn/tokens";
import { getStakeSummary, getValidator, listValidatorLines } from "./firn/validators";
import { getEvmChainMetrics, getEvmChainRollingWindowMetrics } from "./metrics/chain-metrics";
import { getAvgTps } from "./metrics/chain-throughput";
import { getChain, listChains } from "./metrics/chains";
import { getAddressesByBalanceOverTime, getNftHoldersByContractAddress } from "./metrics/looking-glass";
import { OLDER_SERIES, OLDER_WINDOWS } from "./metrics/older-series";

/** Every route of the REST interface: what the document lists, the API must serve and the web may forward. */
export const ROUTES = {
  supportedChains,
  listLatestBlocksAllChains,
  listAllLatestBlocks,
  listLatestTransactionsAllChains,
  listAllLatestTransactions,
  listAddressChains,
  getAddressChains,
  getChainInfo,
  getLatestBlocks,
  getBlock,
  getTransactionsForBlock,
  listLatestTransactions,
  getTransaction,
  getDeploymentTransaction,
  listTransactions,
  listTransactionsV2,
  listNativeTransactions,
  listInternalTransactions,
  listErc20Transactions,
  listErc721Transactions,
  listErc1155Transactions,
  listTransfers,
  getNativeBalance,
  listErc20Balances,
  listErc721Balances,
  listErc1155Balances,
  listCollectibleBalances,
  listContractDeployments,
  getContractMetadata,
  listTokens,
  getTokenDetails,
  reindexNft,
  reindexToken,
  getToken,
  listTokenHolders,
  getNft,
  listNftTransfers,
  getNftImage,
  listChains,
  getChain,
  getAvgTps,
  ...OLDER_SERIES,
  ...OLDER_WINDOWS,
  getEvmChainMetrics,
  getEvmChainRollingWindowMetrics,
  getAddressesByBalanceOverTime,
  getNftHoldersByContractAddress,
  listLatestPrimaryNetworkTransactions,
  listAssetTransactions,
  getTxByHash,
  getAssetDetails,
  listPendingPrimaryNetworkRewards,
  listHistoricalPrimaryNetworkRewards,
  getBalancesByAddresses,
  getUtxosByAddresses,
  getUtxosByAddressesV2,
  getChainIdsForAddresses,
  getLastActivityTimestampByAddresses,
  getLastActivityTimestampByAddressesV2,
  listLatestXChainVertices,
  getVertexByHash,
  getVertexByHeight,
  listLatestPrimaryNetworkBlocks,
  getBlockById,
  listPrimaryNetworkBlocksByNodeId,
  listActivePrimaryNetworkStakingTransactions,
  getNetworkDetails,
  listBlockchains,
  getBlockchainById,
  listSubnets,
  getSubnetById,
  listValidators,
  getSingleValidatorDetails,
  listDelegators,
  listL1Validators,
  getStakeSummary,
  listValidatorLines,
  getValidator,
  listL1s,
  getL1,
  getValidation,
  getPState,
  getStatus,
  getContainer,
  getIndexes,
  findContainers,
  getEvmExecution,
  getEvmBlockProof,
  getAcceptance,
  getPace,
  search,
  dataHealthCheck,
  liveCheck,
  metricsHealthCheck,
  getHealth,
  getOpenApi,
} as const;
