import { openReaders } from "../../api/readers/readers";
import { serveApi } from "../../api/serve";
import { openService } from "../../api/service";
import { readConfig } from "../../config";
import { requireFreePort } from "../../listen";
import { apiOptions } from "../api-options";
import { parseOptions } from "../args";
import { runService } from "../service";

const READER = new URL("./api-reader.mjs", import.meta.url);

/** `firn api`: the REST API on FIRN_HOST and FIRN_API_PORT, over the store the indexer writes. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  await requireFreePort({ host: config.host, port: config.apiPort }, "FIRN_API_PORT");
  await runService("api", async (log) => {
    const stop = new AbortController();
    const { apiReaders: count } = config;
    const service = await serveApi({
      open: (registry) =>
        count === 0
          ? openService(apiOptions(config, { log, signal: stop.signal }))
          : openReaders({ script: READER, count, log, registry }),
      host: config.host,
      port: config.apiPort,
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
