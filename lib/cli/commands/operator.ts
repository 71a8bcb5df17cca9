import { originOf, readConfig } from "../../config";
import { ConfigError } from "../../errors";
import { serveOperator } from "../../operator/serve";
import { openAlertChannels } from "../alert-channels";
import { parseOptions } from "../args";
import { dataPaths, makeDataFolder, storesOf } from "../paths";
import { runService } from "../service";
import { signInUrl } from "./admin-link";

/**
 * `firn operator [--profile-dir FOLDER]`: the admin console's process, on loopback. Without a password it prints a
 * sign-in link once everything is up.
 */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { "profile-dir": profileDir } = parseOptions(args, { "profile-dir": "value" });
  const config = readConfig(env);
  // Log levels, profiles and put-backs belong to one node, whichever is indexed.
  const [nodeUrl] = config.nodeUrls;
  if (nodeUrl === undefined) {
    throw new ConfigError("CONFIG_INVALID", "firn operator was started without a node", {
      hint: "set FIRN_NODE_URL, or run firn up, which serves a recorded node",
    });
  }
  makeDataFolder(config);
  const paths = dataPaths(config);
  await runService("operator", async (log) => {
    const operator = await serveOperator({
      webHost: config.host,
      password: config.adminPassword,
      port: config.operatorPort,
      stores: storesOf(config),
      keyPath: paths.operatorKey,
      nodeUrl,
      apiUrl: originOf(config.host, config.apiPort),
      apiSecret: config.apiSecret,
      alertChannels: openAlertChannels(config, env),
      profileDir,
      log,
      nowMs: Date.now,
    });
    const { closed, signIn } = operator.access;
    if (closed !== undefined)
      return { ...operator, notes: [`the admin console is off: ${closed.message}; ${closed.hint}`] };
    if (signIn === "password") return operator;
    const { secret } = await operator.access.createLink();
    return { ...operator, addresses: [["admin, once", signInUrl(config, secret)]] };
  });
}
