import { resolve } from "node:path";
import packageJson from "../../../package.json";
import { DEFAULT_LIMITS } from "../../api/middleware/rate-limit";
import { readAlertSettings } from "../../api/notifier/settings";
import { openReaders } from "../../api/readers/readers";
import { type ServeApiOptions, serveApi } from "../../api/serve";
import { openService } from "../../api/service";
import { type Config, readConfig } from "../../config";
import { ConfigError } from "../../errors";
import { requireFreePort } from "../../listen";
import { apiOptions } from "../api-options";
import { parseOptions } from "../args";
import { dataPaths, storesOf } from "../paths";
import { runService } from "../service";
import { openBackgroundThread } from "../threads/background-thread";

const READER = new URL("./api-reader.mjs", import.meta.url);

/** `firn api`: the REST API on FIRN_HOST and FIRN_API_PORT, over the store the indexer writes. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  const access = accessOf(config);
  if (config.alerts !== undefined) readAlertSettings(resolve(config.alerts), env);
  await requireFreePort({ host: config.host, port: config.apiPort }, "FIRN_API_PORT");
  await runService("api", async (log) => {
    const stop = new AbortController();
    const { apiReaders: count } = config;
    const service = await serveApi({
      open: (registry) =>
        count === 0
          ? openService(apiOptions(config, { log, signal: stop.signal }))
          : openReaders({ script: READER, count, version: packageJson.version, log, registry }),
      host: config.host,
      port: config.apiPort,
      allowedHosts: config.allowedHosts,
      allowedOrigins: config.allowedOrigins,
      exportsFolder: dataPaths(config).exports,
      stores: storesOf(config),
      ...access,
      mcp: answersAgents(config) ? { version: packageJson.version } : undefined,
      log,
      nowMs: Date.now,
    });
    const background = openBackgroundThread(log);
    const close = async () => {
      stop.abort();
      await Promise.all([background.close(), service.close()]);
    };
    return { ...service, close };
  });
}

/** Agents on this machine may ask, like every program here; others only where the operator says so. */
function answersAgents({ mcp, host }: Config): boolean {
  return mcp === undefined ? ["127.0.0.1", "::1", "localhost"].includes(host) : mcp === "on";
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
    signIn: { password: config.readPassword, header: config.readHeader },
    trustedProxies: config.trustedProxies,
    limits: {
      anonymous: rateLimit ?? DEFAULT_LIMITS.anonymous,
      keyed: config.keyRateLimit,
      burstPercent: config.rateBurst,
      isLocalFree: rateLimit === undefined,
    },
  };
}
