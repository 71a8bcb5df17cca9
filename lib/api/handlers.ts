import type { ROUTES } from "../contract/routes";
import * as avaxSupply from "./data/avax-supply";
import * as blockchains from "./data/blockchains";
import * as delegators from "./data/delegators";
import * as evmAllChains from "./data/evm-all-chains";
import * as evmBalances from "./data/evm-balances";
import * as evmBlocks from "./data/evm-blocks";
import * as evmChains from "./data/evm-chains";
import * as evmContracts from "./data/evm-contracts";
import * as evmTransactions from "./data/evm-transactions";
import * as dataHealth from "./data/health";
import * as icm from "./data/icm";
import * as l1Validators from "./data/l1-validators";
import * as networks from "./data/networks";
import * as dataNfts from "./data/nfts";
import * as operations from "./data/operations";
import * as primaryNetworkActivity from "./data/primary-network-activity";
import * as primaryNetworkAssets from "./data/primary-network-assets";
import * as primaryNetworkBalances from "./data/primary-network-balances";
import * as primaryNetworkBlocks from "./data/primary-network-blocks";
import * as primaryNetworkRewards from "./data/primary-network-rewards";
import * as primaryNetworkTransactions from "./data/primary-network-transactions";
import * as primaryNetworkUtxos from "./data/primary-network-utxos";
import * as primaryNetworkVertices from "./data/primary-network-vertices";
import * as stakingTransactions from "./data/staking-transactions";
import * as subnets from "./data/subnets";
import * as usage from "./data/usage";
import * as validators from "./data/validators";
import * as webhooks from "./data/webhooks";
import * as etherscan from "./etherscan/api";
import * as acceptance from "./firn/acceptance";
import * as accounts from "./firn/accounts";
import * as addresses from "./firn/addresses";
import * as alerts from "./firn/alerts";
import * as approvals from "./firn/approvals";
import * as assets from "./firn/assets";
import * as balances from "./firn/balances";
import * as firnBlockchains from "./firn/blockchains";
import * as firnBlocks from "./firn/blocks";
import * as chainLists from "./firn/chain-lists";
import * as chainRules from "./firn/chain-rules";
import * as containers from "./firn/containers";
import * as contractAbis from "./firn/contract-abis";
import * as contractSource from "./firn/contract-source";
import * as contracts from "./firn/contracts";
import * as events from "./firn/events";
import * as evmExecution from "./firn/evm-execution";
import * as evmProof from "./firn/evm-proof";
import * as evmStateChanges from "./firn/evm-state-changes";
import * as firnEvmTransactions from "./firn/evm-transactions";
import * as firnEvmTxSearch from "./firn/evm-tx-search";
import * as evmWarp from "./firn/evm-warp";
import * as exported from "./firn/exports";
import * as firnHealth from "./firn/health";
import * as indexes from "./firn/indexes";
import * as l1Fees from "./firn/l1-fees";
import * as l1Lists from "./firn/l1-lists";
import * as l1s from "./firn/l1s";
import * as logs from "./firn/logs";
import * as messages from "./firn/messages";
import * as firnNfts from "./firn/nfts";
import * as nodeTxs from "./firn/node-txs";
import * as observed from "./firn/observed";
import * as pState from "./firn/p-state";
import * as pTransactions from "./firn/p-transactions";
import * as pace from "./firn/pace";
import * as firnPrimaryNetworkTransactions from "./firn/primary-network-transactions";
import * as rewards from "./firn/rewards";
import * as rights from "./firn/rights";
import * as search from "./firn/search";
import * as sharedMemory from "./firn/shared-memory";
import * as stake from "./firn/stake";
import * as status from "./firn/status";
import * as tokens from "./firn/tokens";
import * as transfers from "./firn/transfers";
import * as upgrades from "./firn/upgrades";
import * as validator from "./firn/validator";
import * as validatorMetrics from "./firn/validator-metrics";
import * as firnWebhooks from "./firn/webhooks";
import type { Handler } from "./handler";
import * as chainMetrics from "./metrics/chain-metrics";
import * as chainThroughput from "./metrics/chain-throughput";
import * as chains from "./metrics/chains";
import * as icmMetrics from "./metrics/icm-metrics";
import * as l1Metrics from "./metrics/l1-metrics";
import * as lookingGlass from "./metrics/looking-glass";
import { OLDER_SERIES_HANDLERS, OLDER_WINDOWS_HANDLERS } from "./metrics/older-series";
import * as rollingWindows from "./metrics/rolling-windows";
import * as stakingMetrics from "./metrics/staking-metrics";

/** The exports of all handler files. A handler has the name of its route; other exports are ignored. */
const EXPORTS = {
  ...blockchains,
  ...delegators,
  ...evmAllChains,
  ...evmBalances,
  ...evmBlocks,
  ...evmChains,
  ...evmContracts,
  ...evmTransactions,
  ...dataHealth,
  ...icm,
  ...l1Validators,
  ...networks,
  ...avaxSupply,
  ...dataNfts,
  ...operations,
  ...primaryNetworkActivity,
  ...primaryNetworkAssets,
  ...primaryNetworkBalances,
  ...primaryNetworkBlocks,
  ...primaryNetworkRewards,
  ...primaryNetworkTransactions,
  ...primaryNetworkUtxos,
  ...primaryNetworkVertices,
  ...stakingTransactions,
  ...subnets,
  ...validators,
  ...webhooks,
  ...etherscan,
  ...acceptance,
  ...accounts,
  ...approvals,
  ...assets,
  ...balances,
  ...firnBlockchains,
  ...firnBlocks,
  ...chainLists,
  ...chainRules,
  ...addresses,
  ...alerts,
  ...containers,
  ...contracts,
  ...contractAbis,
  ...contractSource,
  ...events,
  ...exported,
  ...evmExecution,
  ...evmProof,
  ...evmStateChanges,
  ...evmWarp,
  ...firnEvmTransactions,
  ...firnEvmTxSearch,
  ...firnHealth,
  ...indexes,
  ...l1Lists,
  ...l1Fees,
  ...l1s,
  ...logs,
  ...messages,
  ...firnNfts,
  ...nodeTxs,
  ...pState,
  ...pTransactions,
  ...pace,
  ...firnPrimaryNetworkTransactions,
  ...rewards,
  ...rights,
  ...search,
  ...sharedMemory,
  ...stake,
  ...status,
  ...tokens,
  ...transfers,
  ...upgrades,
  ...validator,
  ...observed,
  ...usage,
  ...validatorMetrics,
  ...firnWebhooks,
  ...chainMetrics,
  ...chainThroughput,
  ...chains,
  ...icmMetrics,
  ...lookingGlass,
  ...stakingMetrics,
  ...l1Metrics,
  ...rollingWindows,
  ...OLDER_SERIES_HANDLERS,
  ...OLDER_WINDOWS_HANDLERS,
};

/** The handler of every route. The compiler names a missing one. */
export const HANDLERS: { [Name in keyof typeof ROUTES]: Handler<(typeof ROUTES)[Name]> } = EXPORTS;
