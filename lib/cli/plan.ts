import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { nodeUrlsOf, originOf, readConfig } from "../config";
import { SECRET_HEADER } from "../contract/callers";
import { InputError } from "../errors";
import { requireFreePort } from "../listen";
import { writeKeyFile } from "../operator/access/key-file";
import { parseOptions } from "./args";
import { PACE_OPTIONS, readDevnetFlags } from "./commands/devnet-flags";
import { describeNodeProblem } from "./node-problem";
import { dataPaths, makeDataFolder } from "./paths";
import { settingWarnings } from "./setting-warnings";

/** One service of `firn up`: a command and its arguments. */
export interface Service {
  name: string;
  args: string[];
  env: Record<string, string>;
}

/** What the supervisor starts. Each wave waits for the one before it. */
export interface Plan {
  waves: Service[][];
  /** Names and URLs for the terminal. */
  addresses: [string, string][];
  webUrl: string;
  statusUrl: string;
  /** Headers of a request for the status. */
  statusHeaders: Record<string, string>;
  /** This folder exists. */
  logDir: string;
  warnings: string[];
}

/** Flags that `firn up` gives to the recorded node. */
const NODE_FLAGS = ["--index-enabled=true", "--api-admin-enabled=true"];

/**
 * Checks settings and ports and returns what to start. Services that need a node wait for one that is down.
 * @throws ConfigError, InputError with one sentence for the operator
 */
export async function planUp(args: string[], env: NodeJS.ProcessEnv): Promise<Plan> {
  const { dev, ...pace } = parseOptions(args, { dev: "flag", ...PACE_OPTIONS });
  const { recording } = readDevnetFlags(pace);
  const config = readConfig(env);
  const { logs, devnet: nodeFolder, apiKey } = dataPaths(config);
  await requireFreePort({ host: config.host, port: config.webPort }, "FIRN_WEB_PORT");
  await requireFreePort({ host: config.host, port: config.apiPort }, "FIRN_API_PORT");
  await requireFreePort({ host: "127.0.0.1", port: config.operatorPort }, "FIRN_OPERATOR_PORT");
  const recorded = config.nodeUrls.length === 0;
  const [given] = Object.keys(pace);
  if (!recorded && given !== undefined) {
    throw new InputError("BAD_PARAMETER", `--${given} and FIRN_NODE_URL are both given`, {
      hint: "use one of them",
    });
  }
  const nodeUrls = nodeUrlsOf(config);
  makeDataFolder(config);
  const problem = recorded ? undefined : await describeNodeProblem(nodeUrls);

  // Also in a file, for firn status.
  const apiSecret = config.apiSecret ?? randomBytes(32).toString("base64url");
  writeKeyFile(apiKey, apiSecret);
  const ofApi = { FIRN_API_SECRET: apiSecret };
  // Only the operator may know the password.
  const serviceEnv = { FIRN_NODE_URL: nodeUrls.join(), FIRN_ADMIN_PASSWORD: "" };
  const operator: Service = {
    name: "operator",
    args: recorded ? ["--profile-dir", join(nodeFolder, "profiles")] : [],
    env: { FIRN_NODE_URL: nodeUrls.join(), ...ofApi },
  };
  const node = [...Object.entries(pace).map(([name, value]) => `--${name}=${value}`), ...NODE_FLAGS];
  const devnet: Service[] = recorded
    ? [{ name: "devnet", args: node, env: { FIRN_ADMIN_PASSWORD: "" } }]
    : [];
  const webUrl = originOf(config.host, config.webPort);
  const apiUrl = originOf(config.host, config.apiPort);
  return {
    waves: [
      devnet,
      [{ name: "index", args: recorded ? ["--recording", recording] : [], env: serviceEnv }],
      [
        { name: "api", args: [], env: { ...serviceEnv, ...ofApi } },
        operator,
        { name: "web", args: dev === undefined ? [] : ["--dev"], env: { ...serviceEnv, ...ofApi } },
      ],
    ],
    addresses: [
      ["web", webUrl],
      ["Data API", `${apiUrl}/v1`],
      ["OpenAPI", `${apiUrl}/openapi.json`],
      ...nodeUrls.map((url): [string, string] => [
        recorded ? "recorded node" : "node",
        withoutCredentials(url),
      ]),
    ],
    webUrl,
    statusUrl: `${apiUrl}/firn/v1/status`,
    statusHeaders: { [SECRET_HEADER]: apiSecret },
    logDir: logs,
    warnings: [...settingWarnings(env), ...(problem === undefined ? [] : [problem])],
  };
}

function withoutCredentials(url: string): string {
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  return parsed.href.replace(/\/$/, "");
}
