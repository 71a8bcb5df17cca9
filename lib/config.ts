import { isIP } from "node:net";
import { ConfigError, redactUrls } from "./errors";

/**
 * Every setting: environment variable, default, one line of help, and its parser. A test compares the README's table
 * with this one. `parse` throws a fragment of a sentence that names the accepted forms.
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
  apiSecret: secretKey(
    "FIRN_API_SECRET",
    "",
    "by which the web proves itself to the API, 32 characters or more; npm start makes one, firn web and firn api need the same one",
    optional(longText),
  ),
} as const;

export type ConfigKey = keyof typeof KEYS;
export type Config = { readonly [K in ConfigKey]: ReturnType<(typeof KEYS)[K]["parse"]> };

/** Name, default and help of every setting, for the README and `--help`. */
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

function key<T>(name: string, fallback: string, help: string, parse: (text: string) => T) {
  return { name, fallback, help, parse, isSecret: false };
}

/** Messages do not show its value. */
function secretKey<T>(name: string, fallback: string, help: string, parse: (text: string) => T) {
  return { ...key(name, fallback, help, parse), isSecret: true };
}

function optional<T>(parse: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === "" ? undefined : parse(text));
}

function nonEmpty(text: string): string {
  if (text === "") throw new Error("a non-empty value");
  return text;
}

function list(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65535)
    throw new Error("a port from 1 to 65535");
  return Number(text);
}

function postgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new Error("a URL like postgres://firn:PASSWORD@127.0.0.1:5432/firn");
  return text;
}

function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error("a URL like http://127.0.0.1:9650");
  return text.replace(/\/+$/, "");
}

/** Each names another node: credentials and parameters, which are never shown, do not tell nodes apart. */
function nodeUrls(text: string): readonly string[] {
  const urls = list(text).map((item) => {
    try {
      return httpUrl(item);
    } catch {
      throw new Error(
        "a URL like http://127.0.0.1:9650, or several, comma-separated (a comma in a URL is %2C)",
      );
    }
  });
  const shown = urls.map((url) => new URL(url)).map(({ origin, pathname }) => origin + pathname);
  if (new Set(shown).size < shown.length) throw new Error("URLs of different nodes");
  if (urls.length === 0 && text !== "") throw new Error("at least one URL like http://127.0.0.1:9650");
  return urls;
}

/** In the form that browsers send: no path, no default port. */
function origins(text: string): readonly string[] {
  return list(text).map((item) => {
    const origin = URL.canParse(item) ? new URL(item).origin : item;
    if (origin === "null" || (item !== "*" && origin !== item.replace(/\/$/, "")))
      throw new Error("origins like https://app.example.org, comma-separated, or *");
    return origin;
  });
}

/** A relative path, one below a usual folder of the root, or a JSON file: no key looks like that by chance. */
const PATH_LIKE = /^(\.{1,2}|~|\/(etc|home|mnt|opt|root|run|srv|tmp|usr|var|Users|Volumes))\/|\.json$/;

/** Keys themselves, or the path of the file of named ones. */
function apiKeys(text: string): readonly string[] | { file: string } {
  const keys = list(text);
  const file = /^file:(.*)$/.exec(text)?.[1]?.trim();
  if (file === "" || (file === undefined && keys.some((item) => PATH_LIKE.test(item))))
    throw new Error("file:PATH for a file of named keys, or to keys, comma-separated");
  return file === undefined ? keys : { file };
}

/** It is sent as a header. */
function longText(text: string): string {
  if (!/^[!-~]{32,200}$/.test(text))
    throw new Error("32 to 200 letters, digits or signs of ASCII, without spaces");
  return text;
}

function integer({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text) || Number(text) < min || Number(text) > max)
      throw new Error(`an integer from ${min} to ${max}`);
    return Number(text);
  };
}

/** IP addresses, and ranges of them in CIDR notation. */
function addressRanges(text: string): readonly string[] {
  return list(text).map((item) => {
    const [, address = "", bits = "0"] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
    const family = isIP(address);
    if (family === 0 || address.includes("%") || Number(bits) > (family === 4 ? 32 : 128))
      throw new Error("addresses like 127.0.0.1 and ranges like 10.0.0.0/8, comma-separated");
    return item;
  });
}

/** Checks the alphabet and length of an id only. Its checksum is checked where ids are decoded. */
function evmChains(text: string): readonly string[] {
  return list(text).map((item) => {
    if (/^[1-9A-HJ-NP-Za-km-z]{37,52}$/.test(item)) return item;
    try {
      return httpUrl(item);
    } catch {
      throw new Error("RPC URLs like http://127.0.0.1:9650/ext/bc/C/rpc and blockchain ids, comma-separated");
    }
  });
}

/** What NFT metadata may make Firn fetch, and through which gateways. Undefined: nothing. */
function media(text: string): { http: boolean; ipfs?: string; ar?: string } | undefined {
  if (text === "off") return undefined;
  if (text === "on") return { http: true, ipfs: "https://ipfs.io", ar: "https://arweave.net" };
  const rules: { http: boolean; ipfs?: string; ar?: string } = { http: false };
  for (const item of list(text)) {
    const [, scheme, gateway = ""] = /^(ipfs|ar)=(.*)$/.exec(item) ?? [];
    if (item === "http") rules.http = true;
    else if (scheme === "ipfs" || scheme === "ar") rules[scheme] = httpUrl(gateway);
    else throw new Error("off, on, or a list like http,ipfs=http://127.0.0.1:8090,ar=https://arweave.net");
  }
  return rules;
}

function oneOf<const T extends string>(...values: T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(values.join(" or "));
    return found;
  };
}
