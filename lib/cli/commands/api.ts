import packageJson from "../../../package.json";
import { IMAGE_MEDIA } from "../../api/images/images";
import { serveApi } from "../../api/serve";
import { openMedia } from "../../client/media";
import { nodeUrlsOf, readConfig } from "../../config";
import { redactUrls } from "../../errors";
import { requireFreePort } from "../../listen";
import { parseOptions } from "../args";
import { dataPaths, storesOf } from "../paths";
import { runService } from "../service";
import { openUsedNode } from "../used-node";

/** `firn api`: the REST API on FIRN_HOST and FIRN_API_PORT, over the store the indexer writes. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
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
      apiKeys: config.apiKeys,
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
