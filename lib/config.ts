import { ConfigError, redactUrls } from "./errors";
import {
  addressRanges,
  apiKeys,
  evmChains,
  headerName,
  httpUrl,
  integer,
  list,
  longText,
  media,
  nodeUrls,
  nonEmpty,
  oneOf,
  optional,
  origins,
  password,
  port,
  postgresUrl,
} from "./setting-values";

/**
 * Every setting: environment variable, default, one line of help, and its parser. A test compares the table of
 * docs/settings.md with this one. `parse` throws a fragment of a sentence that names the accepted forms.
 */
const KEYS = {
  nodeUrls: key(
    "FIRN_NODE_URL",
    "",
    "URL of your AvalancheGo node, or of several on one network, comma-separated: the first that is ready is used; empty: Firn serves a recorded one",
    nodeUrls,
  ),
  dataDir: key("FIRN_DATA_DIR", "./data", "folder for stores, logs and keys", nonEmpty),
  databaseUrl: key(
    "FIRN_DATABASE_URL",
    "",
    "PostgreSQL database for what is indexed, like postgres://firn:PASSWORD@127.0.0.1/firn; empty: files in FIRN_DATA_DIR",
    optional(postgresUrl),
  ),
  databaseReadUrl: key(
    "FIRN_DATABASE_READ_URL",
    "",
    "a replica of that database, or a user with fewer rights, for all that only reads; empty: FIRN_DATABASE_URL",
    optional(postgresUrl),
  ),
  host: key("FIRN_HOST", "127.0.0.1", "address that web and API listen on", nonEmpty),
  allowedHosts: key(
    "FIRN_ALLOWED_HOSTS",
    "localhost,127.0.0.1,[::1]",
    "host names that web and API answer to, comma-separated",
    list,
  ),
  allowedOrigins: key(
    "FIRN_ALLOWED_ORIGINS",
    "",
    "origins whose pages may read the REST API in a browser, like https://app.example.org, comma-separated; * for all",
    origins,
  ),
  webPort: key("FIRN_WEB_PORT", "3000", "port of the web app", port),
  apiPort: key("FIRN_API_PORT", "8080", "port of the REST API", port),
  operatorPort: key("FIRN_OPERATOR_PORT", "8081", "port of the operator, on loopback only", port),
  devnetPort: key("FIRN_DEVNET_PORT", "9650", "port of the recorded node", port),
  networkName: key(
    "FIRN_NETWORK_NAME",
    "",
    "name the REST API answers to: mainnet or fuji; empty: by network id",
    optional(oneOf("mainnet", "fuji")),
  ),
  genesis: key(
    "FIRN_GENESIS",
    "",
    "AvalancheGo's genesis configuration file of the node's network; built in for mainnet, Fuji and the local network",
    optional(nonEmpty),
  ),
  evmChains: key(
    "FIRN_EVM_CHAINS",
    "",
    "EVM chains to index beside the C-Chain: RPC URLs or blockchain ids, comma-separated; empty: all that the node tracks",
    evmChains,
  ),
  labels: key(
    "FIRN_LABELS",
    "",
    "folder of JSON files that name addresses, chains and functions of contracts (see Labels)",
    optional(nonEmpty),
  ),
  solc: key(
    "FIRN_SOLC",
    "",
    "folder of Solidity compilers from npm, by which sources of contracts are verified (see Sources); empty: those installed with Firn",
    optional(nonEmpty),
  ),
  sourcify: key(
    "FIRN_SOURCIFY",
    "",
    "URL of a Sourcify server that is asked for sources, like https://sourcify.dev/server; empty: nobody is asked",
    optional((text) => httpUrl(text, "https://sourcify.dev/server")),
  ),
  brand: key(
    "FIRN_BRAND",
    "",
    "JSON file with a name, colours, a logo, links and words of your own for the web (see Your own name); empty: Firn's",
    optional(nonEmpty),
  ),
  alerts: key(
    "FIRN_ALERTS",
    "",
    "JSON file that says where you are told when something needs attention (see Alerts); empty: nowhere",
    optional(nonEmpty),
  ),
  prices: key(
    "FIRN_PRICES",
    "",
    "URL or JSON file of token prices (see Prices); empty: answers have none",
    optional(nonEmpty),
  ),
  logs: key(
    "FIRN_LOGS",
    "on",
    "on, or off to store no event logs of EVM chains: lists of events are then empty, and all the rest is as before (see Event logs)",
    (text) => oneOf("on", "off")(text) === "on",
  ),
  media: key(
    "FIRN_MEDIA",
    "off",
    "where NFT metadata and images may be fetched: off, on, or a list of http, ipfs=GATEWAY, ar=GATEWAY (see NFT metadata)",
    media,
  ),
  adminPassword: key(
    "FIRN_ADMIN_PASSWORD",
    "",
    "password of the admin console; empty: one-time links open it, while the web is on loopback",
    optional(nonEmpty),
  ),
  apiReaders: key(
    "FIRN_API_READERS",
    "2",
    "threads in which the REST API reads the stores: 0 to 16; 0: in the thread that accepts requests",
    integer({ min: 0, max: 16 }),
  ),
  apiKeys: secretKey(
    "FIRN_API_KEYS",
    "",
    "API keys, which raise the rate limit: file:PATH for a file of named keys that firn keys writes, or keys, comma-separated (see API keys)",
    apiKeys,
  ),
  apiAccess: key(
    "FIRN_API_ACCESS",
    "open",
    "open, or keys: the API then answers nobody without an API key",
    oneOf("open", "keys"),
  ),
  readPassword: secretKey(
    "FIRN_READ_PASSWORD",
    "",
    "password without which web and API answer nobody, 8 characters or more; empty: none (see Who may read)",
    optional(password),
  ),
  readHeader: key(
    "FIRN_READ_HEADER",
    "",
    "header in which a proxy of FIRN_TRUSTED_PROXIES names whom it let in, like x-forwarded-user; web and API then answer nobody else; empty: none",
    optional(headerName),
  ),
  rateLimit: key(
    "FIRN_RATE_LIMIT",
    "",
    "requests a minute of each address without a key; empty: 6000, and no limit for programs on this machine",
    optional(integer({ min: 1, max: 1_000_000_000 })),
  ),
  keyRateLimit: key(
    "FIRN_KEY_RATE_LIMIT",
    "60000",
    "requests a minute of each API key without a limit of its own",
    integer({ min: 1, max: 1_000_000_000 }),
  ),
  rateBurst: key(
    "FIRN_RATE_BURST",
    "100",
    "percent of a minute's requests that may come at once",
    integer({ min: 1, max: 100 }),
  ),
  trustedProxies: key(
    "FIRN_TRUSTED_PROXIES",
    "",
    "addresses and ranges like 10.0.0.0/8 of proxies before web and API whose x-forwarded-for is believed, comma-separated",
    addressRanges,
  ),
  mcp: key(
    "FIRN_MCP",
    "",
    "on or off: whether the API answers agents at /mcp (see Agents); empty: on while FIRN_HOST is this machine alone",
    optional(oneOf("on", "off")),
  ),
  mcpKey: secretKey("FIRN_MCP_KEY", "", "API key that firn mcp --url sends; empty: none", optional(nonEmpty)),
  apiSecret: secretKey(
    "FIRN_API_SECRET",
    "",
    "by which the web proves itself to the API, 32 characters or more; firn up makes one, firn web and firn api need the same one",
    optional(longText),
  ),
  command: key(
    "FIRN_COMMAND",
    "",
    "how firn is typed where it runs, as messages then name its commands, like docker compose exec firn firn; empty: as it was started",
    optional(nonEmpty),
  ),
} as const;

export type ConfigKey = keyof typeof KEYS;
export type Config = { readonly [K in ConfigKey]: ReturnType<(typeof KEYS)[K]["parse"]> };

/** Name, default and help of every setting, for docs/settings.md. */
export const CONFIG_TABLE: readonly { name: string; fallback: string; help: string }[] = Object.values(
  KEYS,
).map(({ name, fallback, help }) => ({ name, fallback, help }));

/**
 * Reads the settings of this process. Only `cli` and `app/server.ts` call it; everything else is given values.
 * @throws ConfigError CONFIG_INVALID naming the variable, its value and the accepted forms
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = ([name, entry]: [string, (typeof KEYS)[ConfigKey]]) => [
    name,
    parseEntry(entry, env[entry.name]),
  ];
  const config = Object.fromEntries(Object.entries(KEYS).map(read)) as Config;
  refuseSharedPorts(config);
  refuseUntrusted(config);
  return config;
}

/** Variables that look like settings but are not: probably misspelled, so worth a warning. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(CONFIG_TABLE.map((entry) => entry.name));
  return Object.keys(env).filter((name) => name.startsWith("FIRN_") && !known.has(name));
}

/** Origin at which this machine reaches a service. A host that means "every address" becomes loopback. */
export function originOf(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** URLs of the nodes, with credentials, in the operator's order; the recorded node's if none is given. */
export function nodeUrlsOf({
  nodeUrls: [first, ...others],
  devnetPort,
}: Pick<Config, "nodeUrls" | "devnetPort">): readonly [string, ...string[]] {
  return first === undefined ? [`http://127.0.0.1:${devnetPort}`] : [first, ...others];
}

function parseEntry(entry: (typeof KEYS)[ConfigKey], given: string | undefined): unknown {
  const text = (given ?? entry.fallback).trim();
  try {
    return entry.parse(text === "" ? entry.fallback : text);
  } catch (cause) {
    const accepted = cause instanceof Error ? cause.message : String(cause);
    const given = entry.isSecret ? "not of an accepted form" : `"${redactUrls(text)}"`;
    throw new ConfigError("CONFIG_INVALID", `${entry.name} is ${given}`, {
      hint: `set it to ${accepted}, or leave it out for ${entry.fallback || "the default"}`,
    });
  }
}

function refuseSharedPorts(config: Config): void {
  const ports = [
    config.webPort,
    config.apiPort,
    config.operatorPort,
    ...(config.nodeUrls.length === 0 ? [config.devnetPort] : []),
  ];
  const twice = ports.find((value, index) => value !== 0 && ports.indexOf(value) !== index);
  if (twice === undefined) return;
  throw new ConfigError("CONFIG_INVALID", `port ${twice} is set for two of Firn's own services`, {
    hint: "give FIRN_WEB_PORT, FIRN_API_PORT, FIRN_OPERATOR_PORT and FIRN_DEVNET_PORT different values",
  });
}

/** Anybody could send the header of a proxy that nobody trusts. */
function refuseUntrusted({ readHeader, trustedProxies }: Config): void {
  if (readHeader === undefined || trustedProxies.length > 0) return;
  throw new ConfigError(
    "CONFIG_INVALID",
    "FIRN_READ_HEADER is set, and FIRN_TRUSTED_PROXIES names no proxy",
    {
      hint: "name the proxy that sets the header, like FIRN_TRUSTED_PROXIES=127.0.0.1",
    },
  );
}

function key<T>(name: string, fallback: string, help: string, parse: (text: string) => T) {
  return { name, fallback, help, parse, isSecret: false };
}

/** Messages do not show its value. */
function secretKey<T>(name: string, fallback: string, help: string, parse: (text: string) => T) {
  return { ...key(name, fallback, help, parse), isSecret: true };
}
