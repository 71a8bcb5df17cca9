import packageJson from "../../../package.json";
import { IMAGE_MEDIA } from "../../api/images/images";
import { DEFAULT_LIMITS } from "../../api/middleware/rate-limit";
import { type ServeApiOptions, serveApi } from "../../api/serve";
import { openMedia } from "../../client/media";
import { type Config, nodeUrlsOf, readConfig } from "../../config";
import { ConfigError, redactUrls } from "../../errors";
import { requireFreePort } from "../../listen";
import { parseOptions } from "../args";
import { dataPaths, storesOf } from "../paths";
import { runService } from "../service";
import { openUsedNode } from "../used-node";

/** `firn api`: the REST API on FIRN_HOST and FIRN_API_PORT, over the store the indexer writes. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  const access = accessOf(config);
  await requireFreePort({ host: config.host, port: config.apiPort }, "FIRN_API_PORT");
  const [first] = config.nodeUrls;
  const stores = storesOf(config);
  await runService("api", async (log) => {
    const stop = new AbortController();
    const service = await serveApi({
      stores,
      imagesFolder: dataPaths(config).images,
      host: config.host,
      port: config.apiPort,
      version: packageJson.version,
      networkName: config.networkName,
      nodeUrl: first === undefined ? undefined : redactUrls(first),
      node: first === undefined ? undefined : openUsedNode(nodeUrlsOf(config), stores, stop.signal),
      nodeUrls: [config.nodeUrls, config.evmChains.filter((chain) => chain.includes("://"))].flat(),
      labels: config.labels,
      prices: config.prices,
      media: config.media && openMedia(config.media, IMAGE_MEDIA),
      allowedHosts: config.allowedHosts,
      allowedOrigins: config.allowedOrigins,
      ...access,
      log,
      nowMs: Date.now,
    });
    const close = () => {
      stop.abort();
      return service.close();
    };
    return { ...service, close };
  });
}

/** @throws ConfigError CONFIG_INVALID when it would answer nobody */
function accessOf(config: Config): Partial<ServeApiOptions> {
  const { apiAccess, apiKeys, rateLimit } = config;
  if (apiAccess === "keys" && !("file" in apiKeys) && apiKeys.length === 0) {
    throw new ConfigError("CONFIG_INVALID", "FIRN_API_ACCESS is keys, and FIRN_API_KEYS has none", {
      hint: "set FIRN_API_KEYS=file:PATH and run firn keys add NAME",
    });
  }
  return {
    mode: apiAccess,
    apiKeys,
    secret: config.apiSecret,
    trustedProxies: config.trustedProxies,
    limits: {
      anonymous: rateLimit ?? DEFAULT_LIMITS.anonymous,
      keyed: config.keyRateLimit,
      burstPercent: config.rateBurst,
      isLocalFree: rateLimit === undefined,
    },
  };
}
