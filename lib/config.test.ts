import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CONFIG_TABLE, originOf, readConfig, unknownSettings } from "./config";
import { ConfigError } from "./errors";

describe("readConfig", () => {
  it("uses the documented defaults when nothing is set", () => {
    const config = readConfig({});
    expect(config).toMatchObject({ dataDir: "./data", host: "127.0.0.1", webPort: 3000, apiPort: 8080 });
    expect(config.nodeUrls).toEqual([]);
    expect(config.allowedHosts).toEqual(["localhost", "127.0.0.1", "[::1]"]);
  });

  it("drops trailing slashes from the node URL and treats an empty value as unset", () => {
    const nodes = (given: string) => readConfig({ FIRN_NODE_URL: given }).nodeUrls;
    expect(nodes("http://10.0.0.5:9650/")).toEqual(["http://10.0.0.5:9650"]);
    expect(nodes(" http://a:9650/, https://user:word@b/x ,")).toEqual([
      "http://a:9650",
      "https://user:word@b/x",
    ]);
    expect(nodes("  ")).toEqual([]);
  });

  it.each([
    ["http://a:9650,b:9650", /FIRN_NODE_URL is "http:\/\/a:9650,b:9650"/],
    [",", /FIRN_NODE_URL is ","/],
    ["http://a:9650,http://a:9650/", /FIRN_NODE_URL is/],
    ["http://one:secret@a:9650,http://two:word@a:9650", /FIRN_NODE_URL is "http:\/\/a:9650,http:\/\/a:9650"/],
  ])("refuses %s as a list of nodes", (given, message) => {
    expect(() => readConfig({ FIRN_NODE_URL: given })).toThrow(message);
  });

  it.each([
    ["FIRN_WEB_PORT", "eighty", /FIRN_WEB_PORT is "eighty"/],
    ["FIRN_WEB_PORT", "0", /FIRN_WEB_PORT/],
    ["FIRN_API_PORT", "70000", /FIRN_API_PORT is "70000"/],
    ["FIRN_NODE_URL", "localhost:9650", /FIRN_NODE_URL/],
    ["FIRN_NETWORK_NAME", "prod", /FIRN_NETWORK_NAME/],
    ["FIRN_EVM_CHAINS", "http://a:1/rpc,43114", /FIRN_EVM_CHAINS is "http:\/\/a:1\/rpc,43114"/],
  ])("refuses %s=%s in one sentence that says what to do", (name, value, message) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
  });

  it("takes EVM chains by RPC URL and by blockchain id", () => {
    const id = "2umUQqwPeZi5M94mn9xhvkneEznoAYVze3GH16Xr1qzvkYeFLL";
    const { evmChains } = readConfig({ FIRN_EVM_CHAINS: ` ${id}, https://u:p@host/rpc/ ,` });
    expect(evmChains).toEqual([id, "https://u:p@host/rpc"]);
    expect(readConfig({}).evmChains).toEqual([]);
  });

  it.each<[string | undefined, unknown]>([
    [undefined, undefined],
    ["off", undefined],
    ["on", { http: true, ipfs: "https://ipfs.io", ar: "https://arweave.net" }],
    ["http", { http: true }],
    [
      "ipfs=http://127.0.0.1:8081/, ar=https://arweave.net",
      {
        http: false,
        ipfs: "http://127.0.0.1:8081",
        ar: "https://arweave.net",
      },
    ],
  ])("accepts %s as what tokens may make it fetch", (text, rules) => {
    expect(readConfig({ FIRN_MEDIA: text }).media).toEqual(rules);
  });

  it.each(["yes", "ipfs", "ipfs=", "ipfs=ftp://x", "https", "http,off"])(
    "refuses %s as what tokens may make it fetch",
    (text) => {
      expect(() => readConfig({ FIRN_MEDIA: text })).toThrow(/FIRN_MEDIA is .*|off, on, or a list/);
    },
  );

  it("tells a file of API keys from a list of them", () => {
    const keys = (text: string) => readConfig({ FIRN_API_KEYS: text }).apiKeys;
    expect(keys("file: ./data/keys, old.json")).toEqual({ file: "./data/keys, old.json" });
    expect(keys("k1, aB/3+=, /aB9x")).toEqual(["k1", "aB/3+=", "/aB9x"]);
    expect(keys("")).toEqual([]);
    for (const text of ["keys.json", "./keys", "~/keys", "/etc/firn/keys", "k1,../keys", "file:"])
      expect(() => keys(text)).toThrow(ConfigError);
  });

  it("prints neither keys nor secrets that it refuses", () => {
    for (const [name, text] of [
      ["FIRN_API_KEYS", "hidden,./keys"],
      ["FIRN_API_SECRET", "hidden"],
      ["FIRN_API_SECRET", "hidden in spaces ".repeat(3)],
    ] as const) {
      const read = () => readConfig({ [name]: text });
      expect(read).toThrow(`${name} is not of an accepted form`);
      expect(read).not.toThrow(/hidden/);
    }
  });

  it("takes addresses and ranges of proxies", () => {
    const proxies = (text: string) => readConfig({ FIRN_TRUSTED_PROXIES: text }).trustedProxies;
    expect(proxies("127.0.0.1, 10.0.0.0/8,::1,2001:db8::/32")).toEqual([
      "127.0.0.1",
      "10.0.0.0/8",
      "::1",
      "2001:db8::/32",
    ]);
    for (const text of [
      "localhost",
      "10.0.0.0/33",
      "::1/129",
      "10.0.0.0/",
      "10.0.0/8",
      "fe80::1%eth0",
      "127.0.0.1:80",
    ])
      expect(() => proxies(text), text).toThrow(/FIRN_TRUSTED_PROXIES is/);
  });

  it("limits in whole requests and percents", () => {
    const config = readConfig({ FIRN_RATE_LIMIT: "100", FIRN_RATE_BURST: "25" });
    expect(config).toMatchObject({ rateLimit: 100, keyRateLimit: 60_000, rateBurst: 25, apiAccess: "open" });
    expect(readConfig({}).rateLimit).toBeUndefined();
    for (const [name, text] of Object.entries({
      FIRN_RATE_LIMIT: "0",
      FIRN_RATE_BURST: "101",
      FIRN_KEY_RATE_LIMIT: "-1",
    }))
      expect(() => readConfig({ [name]: text })).toThrow(`${name} is "${text}"`);
  });

  it("does not print credentials of a bad URL", () => {
    expect(() => readConfig({ FIRN_EVM_CHAINS: "ftp://user:secret@host" })).toThrow(/"ftp:\/\/host"/);
    expect(() => readConfig({ FIRN_NODE_URL: "ftp://user:secret@host" })).toThrow(/ftp:\/\/host/);
  });

  it("names variables that are not settings", () => {
    expect(unknownSettings({ FIRN_NODE_URI: "http://x", FIRN_HOST: "::1", HOME: "/" })).toEqual([
      "FIRN_NODE_URI",
    ]);
  });

  it.each([
    ["0.0.0.0", "http://127.0.0.1:80"],
    ["::", "http://127.0.0.1:80"],
    ["::1", "http://[::1]:80"],
    ["10.0.0.5", "http://10.0.0.5:80"],
  ])("reaches a service on %s at %s", (host, origin) => {
    expect(originOf(host, 80)).toBe(origin);
  });

  it("suggests no port of Firn's own for a gateway: what is sent there goes to whoever listens", () => {
    const { webPort, apiPort, operatorPort, devnetPort } = readConfig({});
    const documented = readFileSync(new URL("../docs/settings.md", import.meta.url), "utf8");
    const texts = [documented, ...CONFIG_TABLE.map(({ help }) => help)];
    const ports = texts.flatMap((text) =>
      [...text.matchAll(/(?:ipfs|ar)=https?:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port)),
    );
    expect(ports.length).toBeGreaterThan(0);
    for (const own of [webPort, apiPort, operatorPort, devnetPort]) expect(ports).not.toContain(own);
  });

  it("refuses one port for two services", () => {
    expect(() => readConfig({ FIRN_WEB_PORT: "8080" })).toThrow(/two of Firn's own services/);
  });

  it("lists every key once with help", () => {
    expect(new Set(CONFIG_TABLE.map((entry) => entry.name)).size).toBe(CONFIG_TABLE.length);
    for (const entry of CONFIG_TABLE) expect(entry.help).not.toBe("");
  });
});
