import type { ROUTES } from "../contract/routes";
import { getBlockchainById, listBlockchains } from "./data/blockchains";
import { listDelegators } from "./data/delegators";
import { listLatestBlocksAllChains, listLatestTransactionsAllChains } from "./data/evm-all-chains";
import {
  getNativeBalance,
  listCollectibleBalances,
  listErc20Balances,
  listErc721Balances,
  listErc1155Balances,
} from "./data/evm-balances";
import { getBlock, getLatestBlocks } from "./data/evm-blocks";
import { getChainInfo, listAddressChains, supportedChains } from "./data/evm-chains";
import { getContractMetadata, listContractDeployments } from "./data/evm-contracts";
import {
  getDeploymentTransaction,
  getTransaction,
  getTransactionsForBlock,
  listErc20Transactions,
  listErc721Transactions,
  listErc1155Transactions,
  listInternalTransactions,
  listLatestTransactions,
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
  listAssetTransactions,
  listLatestPrimaryNetworkTransactions,
} from "./data/primary-network-transactions";
import { getUtxosByAddresses, getUtxosByAddressesV2 } from "./data/primary-network-utxos";
import {
  getVertexByHash,
  getVertexByHeight,
  listLatestXChainVertices,
} from "./data/primary-network-vertices";
import { listActivePrimaryNetworkStakingTransactions } from "./data/staking-transactions";
import { getSubnetById, listSubnets } from "./data/subnets";
import { getSingleValidatorDetails, listValidators } from "./data/validators";
import { getAcceptance } from "./firn/acceptance";
import { getContainer } from "./firn/containers";
import { getEvmExecution } from "./firn/evm-execution";
import { getEvmBlockProof } from "./firn/evm-proof";
import { getHealth, getOpenApi } from "./firn/health";
import { findContainers, getIndexes } from "./firn/indexes";
import { getL1, getValidation, listL1s } from "./firn/l1s";
import { getNft, getNftImage, listNftTransfers } from "./firn/nfts";
import { getPState } from "./firn/p-state";
import { getPace } from "./firn/pace";
import { search } from "./firn/search";
import { getStakeSummary, listValidatorLines } from "./firn/stake";
import { getStatus } from "./firn/status";
import { getToken, listTokenHolders, reindexToken } from "./firn/tokens";
import { getValidator } from "./firn/validator";
import type { Handler } from "./handler";
import { getEvmChainMetrics } from "./metrics/chain-metrics";
import { getAvgTps } from "./metrics/chain-throughput";
import { getChain, listChains } from "./metrics/chains";
import { getAddressesByBalanceOverTime, getNftHoldersByContractAddress } from "./metrics/looking-glass";
import { OLDER_SERIES_HANDLERS, OLDER_WINDOWS_HANDLERS } from "./metrics/older-series";
import { getEvmChainRollingWindowMetrics } from "./metrics/rolling-windows";

/** Who answers which route; the compiler names one that is missing. */
export const HANDLERS: { [Name in keyof typeof ROUTES]: Handler<(typeof ROUTES)[Name]> } = {
  supportedChains,
  listLatestBlocksAllChains,
  listAllLatestBlocks: listLatestBlocksAllChains,
  listLatestTransactionsAllChains,
  listAllLatestTransactions: listLatestTransactionsAllChains,
  listAddressChains,
  getAddressChains: listAddressChains,
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
  ...OLDER_SERIES_HANDLERS,
  ...OLDER_WINDOWS_HANDLERS,
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
};
