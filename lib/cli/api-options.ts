import packageJson from "../../package.json";
import { IMAGE_MEDIA } from "../api/images/images";
import type { ServiceOptions } from "../api/service";
import { openMedia } from "../client/media";
import { type Config, nodeUrlsOf } from "../config";
import { redactUrls } from "../errors";
import type { Log } from "../log";
import { dataPaths, storesOf } from "./paths";
import { openUsedNode } from "./used-node";

/** What the API answers from, by the settings. @param signal ends looking for the node that the indexer uses */
export function apiOptions(
  config: Config,
  { log, signal }: { log: Log; signal: AbortSignal },
): ServiceOptions {
  const [first] = config.nodeUrls;
  const stores = storesOf(config);
  return {
    stores,
    imagesFolder: dataPaths(config).images,
    contractsFolder: dataPaths(config).contracts,
    exportsFolder: dataPaths(config).exports,
    compilersFolder: config.solc,
    sourcify: config.sourcify,
    version: packageJson.version,
    networkName: config.networkName,
    nodeUrl: first === undefined ? undefined : redactUrls(first),
    node: first === undefined ? undefined : openUsedNode(nodeUrlsOf(config), stores, signal),
    nodeUrls: [config.nodeUrls, config.evmChains.filter((chain) => chain.includes("://"))].flat(),
    labels: config.labels,
    prices: config.prices,
    media: config.media && openMedia(config.media, IMAGE_MEDIA),
    log,
    nowMs: Date.now,
  };
}
