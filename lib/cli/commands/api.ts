import packageJson from "../../../package.json";
import { IMAGE_MEDIA } from "../../api/images/images";
import { serveApi } from "../../api/serve";
import { openMedia } from "../../client/media";
import { openNode } from "../../client/node";
import { readConfig } from "../../config";
import { redactUrls } from "../../errors";
import { requireFreePort } from "../../listen";
import { parseOptions } from "../args";
import { dataPaths, storesOf } from "../paths";
import { runService } from "../service";

/** `firn api`: the REST API on FIRN_HOST and FIRN_API_PORT, over the store the indexer writes. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  await requireFreePort({ host: config.host, port: config.apiPort }, "FIRN_API_PORT");
  await runService("api", (log) =>
    serveApi({
      stores: storesOf(config),
      imagesFolder: dataPaths(config).images,
      host: config.host,
      port: config.apiPort,
      version: packageJson.version,
      networkName: config.networkName,
      nodeUrl: config.nodeUrl === undefined ? undefined : redactUrls(config.nodeUrl),
      node: config.nodeUrl === undefined ? undefined : openNode(config.nodeUrl),
      nodeUrls: [config.nodeUrl ?? [], config.evmChains.filter((chain) => chain.includes("://"))].flat(),
      labels: config.labels,
      prices: config.prices,
      media: config.media && openMedia(config.media, IMAGE_MEDIA),
      allowedHosts: config.allowedHosts,
      allowedOrigins: config.allowedOrigins,
      apiKeys: config.apiKeys,
      log,
      nowMs: Date.now,
    }),
  );
}
