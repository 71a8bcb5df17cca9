import type { Media } from "../client/media";
import type { NodeClient } from "../client/node";
import type { Network } from "../contract/data/primary-network";
import type { Log } from "../log";
import type { Stores } from "../store/stores";
import { answerHere, type OpenAnswering } from "./answering";
import { openExecutions } from "./evm/executions";
import { ExportFolder } from "./exports/folder";
import { openImages } from "./images/images";
import { openReindexing } from "./images/reindexing";
import { watchLabels } from "./labels/labels";
import { openPrices } from "./labels/prices";
import { openCodeSizes } from "./node/code-sizes";
import { openContractLooks } from "./node/contract-looks";
import { openEvmNodes } from "./node/evm-node";
import { openNodeHealth } from "./node/health";
import { openNodeIndexes } from "./node/indexes";
import { openNodeTxs } from "./node/node-txs";
import { openSharedMemory } from "./node/shared-memory";
import { openNodeUpgrades } from "./node/upgrades";
import { openEvmChains } from "./snapshot/evm";
import { openPrimary } from "./snapshot/primary";
import { openSlowReads } from "./snapshot/slow-reads";
import { openSources } from "./sources/sources";
import { openBurnedSums } from "./staking/burned-sums";
import { openNetworkStake } from "./staking/network-stake";
import { openNodeUptimes } from "./staking/node-uptime";
import { openAskedAccounts } from "./tokens/asked-accounts";
import { openAskedHolders } from "./tokens/asked-holders";
import { openHoldersOverTimeCache } from "./tokens/holders-over-time-cache";
import { openLargestAccounts } from "./tokens/largest-accounts";
import { openWebhookStore } from "./webhooks/store";

/** What answers are made from. */
export interface ServiceOptions {
  /** They may be created after the API has started. */
  stores: Stores;
  /** Folder for copies of images. It may be deleted at any time. */
  imagesFolder: string;
  /** Folder of ABIs and sources that were sent to this Firn. */
  contractsFolder: string;
  /** Where files of exports are. */
  exportsFolder: string;
  /** The operator's folder of compilers. */
  compilersFolder?: string | undefined;
  /** URL of a Sourcify server. */
  sourcify?: string | undefined;
  version: string;
  /** Name of the network in the Data API; derived from the network id by default. */
  networkName?: Network | undefined;
  /** URL of the indexed node without credentials, for the status. */
  nodeUrl?: string | undefined;
  /** The same node, for what only it knows, such as how it sees validators now. */
  node?: NodeClient | undefined;
  /** URLs of nodes and EVM chains that need credentials, with the credentials. */
  nodeUrls?: readonly string[];
  /** The operator's folder of labels. */
  labels?: string | undefined;
  /** The operator's price feed: a URL or a file. */
  prices?: string | undefined;
  /** Fetches images named by tokens, opened with `IMAGE_MEDIA`; absent when the operator allows no fetching. */
  media?: Media | undefined;
  log: Log;
  /** Current time, unix ms. */
  nowMs: () => number;
}

/** Opens everything that answers come from, in this thread. @throws ConfigError CONFIG_INVALID when the folder of labels does not exist */
export async function openService(options: ServiceOptions): Promise<OpenAnswering> {
  const { stores, nowMs, log } = options;
  const labels = watchLabels({ labels: options.labels, contracts: options.contractsFolder }, log);
  const sources = openSources(options);
  const prices = await openPrices({ feed: options.prices, nowMs, log });
  const primary = openPrimary({ stores, servedAs: options.networkName });
  const evmNodes = openEvmNodes(options.nodeUrls ?? [], nowMs);
  const openChains = () => openEvmChains(stores, evmNodes);
  const evmChains = openChains();
  const evmSlow = openSlowReads(openChains);
  const askedHolders = openAskedHolders();
  const largestAccounts = openLargestAccounts(evmChains, nowMs);
  const holdersOverTime = openHoldersOverTimeCache(openChains(), nowMs);
  const webhooks = openWebhookStore(stores, nowMs);
  const observed = stores.read("observed");
  const usage = stores.read("usage");
  const images = openImages({ media: options.media, folder: options.imagesFolder, nowMs, log });
  const closing = new AbortController();
  const answering = answerHere({
    closing: closing.signal,
    primary,
    evmChains,
    evmSlow,
    node: options.node,
    dataFolder: stores.place.folder,
    service: {
      version: options.version,
      nodeUrl: options.nodeUrl,
      nowMs,
      nodeUptimes: openNodeUptimes(options.node, nowMs),
      nodeHealth: openNodeHealth(options.node, nowMs),
      nodeIndexes: openNodeIndexes(options.node, nowMs),
      nodeUpgrades: openNodeUpgrades(options.node, nowMs),
      askNodeTx: openNodeTxs(options.node),
      sharedMemory: openSharedMemory(options.node),
      labels,
      prices,
      images,
      holdersOverTime,
      askedHolders,
      askedAccounts: openAskedAccounts(nowMs),
      largestAccounts,
      codeSizes: openCodeSizes(nowMs),
      contractLooks: openContractLooks(nowMs),
      burnedSums: openBurnedSums(),
      networkStake: openNetworkStake(() => performance.now()),
      executions: openExecutions(),
      reindexing: openReindexing(stores, nowMs),
      webhooks,
      exports: new ExportFolder(options.exportsFolder),
      observed,
      usage,
      sources,
      stores,
    },
    log,
  });
  return {
    ...answering,
    endStreams: () => closing.abort(),
    async close() {
      closing.abort();
      await prices.close();
      images.close();
      await observed.close();
      await usage.close();
      labels.close();
      await sources.close();
      await primary.close();
      await largestAccounts.close();
      await evmChains.close();
      await evmSlow.close();
      await holdersOverTime.close();
      await webhooks.close();
    },
  };
}
