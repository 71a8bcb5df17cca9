import * as avaxSupply from "./data/avax-supply";
import * as blockchains from "./data/blockchains";
import * as delegators from "./data/delegators";
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
import * as subnets from "./data/subnets";
import * as usage from "./data/usage";
import * as dataValidators from "./data/validators";
import * as dataWebhooks from "./data/webhooks";
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
import * as contracts from "./firn/contracts";
import * as events from "./firn/events";
import * as evm from "./firn/evm";
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
import * as search from "./firn/search";
import * as sharedMemory from "./firn/shared-memory";
import * as status from "./firn/status";
import * as tokens from "./firn/tokens";
import * as transfers from "./firn/transfers";
import * as upgrades from "./firn/upgrades";
import * as validatorMetrics from "./firn/validator-metrics";
import * as firnValidators from "./firn/validators";
import * as firnWebhooks from "./firn/webhooks";
import * as chainMetrics from "./metrics/chain-metrics";
import * as chainThroughput from "./metrics/chain-throughput";
import * as chains from "./metrics/chains";
import * as icmMetrics from "./metrics/icm-metrics";
import * as l1Metrics from "./metrics/l1-metrics";
import * as lookingGlass from "./metrics/looking-glass";
import { OLDER_SERIES, OLDER_WINDOWS } from "./metrics/older-series";
import * as stakingMetrics from "./metrics/staking-metrics";
import { routeMatcher, routesIn } from "./route";

/**
 * Every route of the REST interface: what the document lists, the API must serve and the web may forward. A route is in it
 * because its file is: only a new file needs a line.
 */
export const ROUTES = {
  ...routesIn(blockchains),
  ...routesIn(delegators),
  ...routesIn(evmBalances),
  ...routesIn(evmBlocks),
  ...routesIn(evmChains),
  ...routesIn(evmContracts),
  ...routesIn(evmTransactions),
  ...routesIn(dataHealth),
  ...routesIn(icm),
  ...routesIn(l1Validators),
  ...routesIn(networks),
  ...routesIn(avaxSupply),
  ...routesIn(dataNfts),
  ...routesIn(operations),
  ...routesIn(primaryNetworkActivity),
  ...routesIn(primaryNetworkAssets),
  ...routesIn(primaryNetworkBalances),
  ...routesIn(primaryNetworkBlocks),
  ...routesIn(primaryNetworkRewards),
  ...routesIn(primaryNetworkTransactions),
  ...routesIn(primaryNetworkUtxos),
  ...routesIn(primaryNetworkVertices),
  ...routesIn(subnets),
  ...routesIn(dataValidators),
  ...routesIn(dataWebhooks),
  ...routesIn(etherscan),
  ...routesIn(acceptance),
  ...routesIn(accounts),
  ...routesIn(alerts),
  ...routesIn(approvals),
  ...routesIn(logs),
  ...routesIn(assets),
  ...routesIn(balances),
  ...routesIn(firnBlockchains),
  ...routesIn(firnBlocks),
  ...routesIn(chainLists),
  ...routesIn(chainRules),
  ...routesIn(addresses),
  ...routesIn(containers),
  ...routesIn(contracts),
  ...routesIn(contractAbis),
  ...routesIn(events),
  ...routesIn(exported),
  ...routesIn(evm),
  ...routesIn(evmStateChanges),
  ...routesIn(evmWarp),
  ...routesIn(firnEvmTransactions),
  ...routesIn(firnEvmTxSearch),
  ...routesIn(firnHealth),
  ...routesIn(indexes),
  ...routesIn(l1Lists),
  ...routesIn(l1Fees),
  ...routesIn(l1s),
  ...routesIn(usage),
  ...routesIn(messages),
  ...routesIn(firnNfts),
  ...routesIn(nodeTxs),
  ...routesIn(pState),
  ...routesIn(pTransactions),
  ...routesIn(pace),
  ...routesIn(firnPrimaryNetworkTransactions),
  ...routesIn(rewards),
  ...routesIn(search),
  ...routesIn(sharedMemory),
  ...routesIn(status),
  ...routesIn(tokens),
  ...routesIn(transfers),
  ...routesIn(upgrades),
  ...routesIn(firnValidators),
  ...routesIn(observed),
  ...routesIn(validatorMetrics),
  ...routesIn(firnWebhooks),
  ...routesIn(chainMetrics),
  ...routesIn(chainThroughput),
  ...routesIn(chains),
  ...routesIn(icmMetrics),
  ...routesIn(lookingGlass),
  ...routesIn(stakingMetrics),
  ...routesIn(l1Metrics),
  ...OLDER_SERIES,
  ...OLDER_WINDOWS,
} as const;

export type RouteName = keyof typeof ROUTES;

/** The route that serves a path, as `routeMatcher` says. */
export const findRoute = routeMatcher(Object.values(ROUTES));
