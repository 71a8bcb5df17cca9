import { join } from "node:path";
import { originOf, readConfig } from "../config";
import { InputError } from "../errors";
import { requireFreePort } from "../listen";
import { parseOptions } from "./args";
import { PACE_OPTIONS, readDevnetFlags } from "./commands/devnet-flags";
import { troubleWithNode } from "./node-trouble";
import { dataPaths, makeDataFolder } from "./paths";
import { settingWarnings } from "./setting-warnings";

/** One service of `firn up`: the command it is, and its arguments. */
export interface Service {
  name: string;
  args: string[];
  env: Record<string, string>;
}

/** What the supervisor starts: each wave waits for the one before it. */
export interface Plan {
  waves: Service[][];
  /** Name and URL of everything that answers, for the terminal. */
  addresses: [string, string][];
  webUrl: string;
  statusUrl: string;
  /** It is there. */
  logDir: string;
  warnings: string[];
}

/** What `firn up` asks of the recorded node. */
const NODE_SWITCHES = ["--index-enabled=true", "--api-admin-enabled=true"];

/**
 * Checks settings and ports, and says what to start. A node that is not there yet is waited for by whoever needs it.
 * @throws ConfigError, InputError with one sentence for the operator
 */
export async function planUp(args: string[], env: NodeJS.ProcessEnv): Promise<Plan> {
  const { dev, ...pace } = parseOptions(args, { dev: "flag", ...PACE_OPTIONS });
  const { recording } = readDevnetFlags(pace);
  const config = readConfig(env);
  const { logs, devnet: nodeFolder } = dataPaths(config);
  await requireFreePort({ host: config.host, port: config.webPort }, "FIRN_WEB_PORT");
  await requireFreePort({ host: config.host, port: config.apiPort }, "FIRN_API_PORT");
  await requireFreePort({ host: "127.0.0.1", port: config.operatorPort }, "FIRN_OPERATOR_PORT");
  const recorded = config.nodeUrl === undefined;
  const [given] = Object.keys(pace);
  if (!recorded && given !== undefined) {
    throw new InputError("BAD_PARAMETER", `--${given} and FIRN_NODE_URL are both given`, {
      hint: "give one of them",
    });
  }
  const nodeUrl = config.nodeUrl ?? `http://127.0.0.1:${config.devnetPort}`;
  makeDataFolder(config);
  const trouble = recorded ? undefined : await troubleWithNode(nodeUrl);

  // The password is the operator's alone to know.
  const own = { FIRN_NODE_URL: nodeUrl, FIRN_ADMIN_PASSWORD: "" };
  const operator: Service = {
    name: "operator",
    args: recorded ? ["--profile-dir", join(nodeFolder, "profiles")] : [],
    env: { FIRN_NODE_URL: nodeUrl },
  };
  const node = [...Object.entries(pace).map(([name, value]) => `--${name}=${value}`), ...NODE_SWITCHES];
  const devnet: Service[] = recorded
    ? [{ name: "devnet", args: node, env: { FIRN_ADMIN_PASSWORD: "" } }]
    : [];
  const webUrl = originOf(config.host, config.webPort);
  const apiUrl = originOf(config.host, config.apiPort);
  return {
    waves: [
      devnet,
      [{ name: "index", args: recorded ? ["--recording", recording] : [], env: own }],
      [
        { name: "api", args: [], env: own },
        operator,
        { name: "web", args: dev === undefined ? [] : ["--dev"], env: own },
      ],
    ],
    addresses: [
      ["web", webUrl],
      ["Data API", `${apiUrl}/v1`],
      ["OpenAPI", `${apiUrl}/openapi.json`],
      [recorded ? "recorded node" : "node", withoutCredentials(nodeUrl)],
    ],
    webUrl,
    statusUrl: `${apiUrl}/firn/v1/status`,
    logDir: logs,
    warnings: [...settingWarnings(env), ...(trouble === undefined ? [] : [trouble])],
  };
}

function withoutCredentials(url: string): string {
  const parsed = new URL(url);
  parsed.username = "";
  parsed.password = "";
  return parsed.href.replace(/\/$/, "");
}
