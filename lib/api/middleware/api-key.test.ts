import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AvaCloudSDK } from "@avalabs/avacloud-sdk";
import { HTTPClient as AvaCloudHttpClient } from "@avalabs/avacloud-sdk/lib/http.js";
import { Avalanche } from "@avalanche-sdk/chainkit";
import { HTTPClient as ChainKitHttpClient } from "@avalanche-sdk/chainkit/lib/http.js";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openDataClient } from "../../client/data";
import { KEY_HEADERS, SECRET_HEADER, VISITOR_HEADER } from "../../contract/callers";
import { errorBody } from "../../contract/data/error";
import { supportedChains } from "../../contract/data/evm-chains";
import { startApi } from "../../testbed/api";
import { testStores } from "../../testbed/test-stores";
import { addKey, removeKey } from "../access/key-file";
import type { ServeApiOptions } from "../serve";

const folder = mkdtempSync(join(tmpdir(), "firn-keys-"));
const file = join(folder, "keys.json");
const stores = testStores(join(folder, "stores"));
const SECRET = "s".repeat(32);
const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { anonymous: 3, keyed: 4 };
const closers: (() => Promise<void>)[] = [];
let now = NOW;
let small = "";
let plain = "";
let ending = "";

beforeAll(() => {
  small = addKey(file, { name: "small", limit: 2 });
  plain = addKey(file, { name: "plain" });
  ending = addKey(file, { name: "ending", expires: "2026-11-21" });
});
afterEach(async () => {
  now = NOW;
  for (const close of closers.splice(0)) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The official SDKs, whose requests for the hosted service are sent to `url`. */
const SDKS = [
  (serverURL: string, apiKey?: string) =>
    new AvaCloudSDK({
      ...sdkOptions(apiKey),
      serverURL,
      httpClient: new AvaCloudHttpClient({ fetcher: redirect(serverURL) }),
    }),
  (url: string, apiKey?: string) =>
    new Avalanche({
      ...sdkOptions(apiKey),
      enableTelemetry: false,
      httpClient: new ChainKitHttpClient({ fetcher: redirect(url) }),
    } as ConstructorParameters<typeof Avalanche>[0]),
];

function sdkOptions(apiKey: string | undefined) {
  return { retryConfig: { strategy: "none" as const }, ...(apiKey === undefined ? {} : { apiKey }) };
}

function redirect(url: string) {
  return (input: Request | URL | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(`${url}${pathname}${search}`, request));
  };
}

async function serve(options: Partial<ServeApiOptions> = {}): Promise<string> {
  const clocks = { nowMs: () => now, steadyMs: () => now };
  const api = await startApi({ stores, ...clocks, apiKeys: { file }, secret: SECRET, ...options });
  closers.push(api.close);
  return api.url;
}

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const body = await response.json();
  return { status: response.status, headers: response.headers, body };
}

async function statuses(count: number, url: string, headers?: Record<string, string>): Promise<number[]> {
  const found: number[] = [];
  for (let each = 0; each < count; each++) found.push((await ask(url, headers)).status);
  return found;
}

const CHAINS = "/v1/chains";

describe("where all need a key", () => {
  const closed = (options: Partial<ServeApiOptions> = {}) => serve({ mode: "keys", ...options });

  test("nobody is answered without one, but who asks for the health", async () => {
    const url = await closed();
    for (const path of [
      CHAINS,
      "/v2/chains",
      "/firn/v1/status",
      "/firn/v1/metrics",
      "/openapi.json",
      "/none",
    ]) {
      const { status, body } = await ask(url + path);
      expect([path, status]).toEqual([path, 401]);
      expect(JSON.stringify(body)).toContain("this Firn answers to API keys only");
    }
    for (const path of ["/health", "/ready", "/v1/health-check", "/v1/live-check", "/v2/health-check"])
      expect([path, (await ask(url + path)).status]).not.toEqual([path, 401]);
    expect((await ask(`${url}/health`)).status).toBe(200);
  });

  test.each(KEY_HEADERS)("a key in %s opens everything, and another does not", async (name) => {
    const url = await closed();
    expect((await ask(url + CHAINS, { [name]: plain })).status).toBe(200);
    expect((await ask(`${url}/v2/chains`, { [name]: plain })).status).toBe(200);
    for (const wrong of ["", plain.slice(0, -1), `${plain}x`, plain.toUpperCase()]) {
      const { status, body } = await ask(url + CHAINS, { [name]: wrong });
      expect([status, errorBody.parse(body)]).toEqual([
        401,
        { message: expect.stringMatching(/^unknown API key/), error: "Unauthorized", statusCode: 401 },
      ]);
    }
    expect((await ask(`${url}/v2/chains`, { [name]: "wrong" })).status).toBe(401);
  });

  test("both SDKs get in with their key, and say Unauthorized without", async () => {
    const url = await closed();
    for (const open of SDKS) {
      expect((await open(url, plain).data.evm.chains.list({})).chains).toEqual([]);
      const refused = open(url).data.evm.chains.list({});
      await expect(refused).rejects.toMatchObject({ statusCode: 401, error: "Unauthorized" });
    }
  });

  test("a key counts through its last day, and is then said to have expired", async () => {
    const url = await closed();
    const header = { "x-data-api-key": ending };
    now = Date.UTC(2026, 10, 22) - 1;
    expect((await ask(url + CHAINS, header)).status).toBe(200);
    now += 1;
    const { status, body } = await ask(url + CHAINS, header);
    expect([status, errorBody.parse(body).message]).toEqual([
      401,
      expect.stringContaining("this API key has expired"),
    ]);
  });

  test("clients of Etherscan send theirs in the query", async () => {
    const url = await closed();
    const result = async (query: string) =>
      ((await ask(`${url}/api?module=stats&action=ethprice${query}`)).body as { result: string }).result;
    expect(await result("")).toMatch(/^Invalid API Key: this Firn answers to API keys only/);
    expect(await result("&apikey=wrong")).toMatch(/^Invalid API Key: unknown/);
    expect(await result(`&apikey=${plain}`)).not.toMatch(/^Invalid API Key/);
    expect((await ask(`${url}${CHAINS}?apikey=${plain}`)).status).toBe(401);
  });

  test("a running API takes new keys and drops removed ones", async () => {
    const own = join(folder, "own.json");
    const first = addKey(own, { name: "first" });
    const url = await closed({ apiKeys: { file: own } });
    expect((await ask(url + CHAINS, { "x-data-api-key": first })).status).toBe(200);
    const second = addKey(own, { name: "second" });
    removeKey(own, "first");
    const has = async (key: string) => (await ask(url + CHAINS, { "x-data-api-key": key })).status;
    await vi.waitFor(async () => expect(await has(second)).toBe(200), { timeout: 60_000, interval: 50 });
    expect(await has(first)).toBe(401);
    writeFileSync(own, "damaged");
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await has(second)).toBe(200);
  });

  test("the web's client gets in by the secret, never by another", async () => {
    const baseUrl = await closed();
    const get = (secret?: string) => openDataClient({ baseUrl, secret }).get(supportedChains, { params: {} });
    expect(await get(SECRET)).toEqual({ chains: [] });
    await expect(get()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(get(`${SECRET}s`)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const none = await closed({ secret: undefined });
    expect((await ask(none + CHAINS, { [SECRET_HEADER]: "undefined" })).status).toBe(401);
  });
});

describe("limits", () => {
  test.each(KEY_HEADERS)("a key in %s has its own, and says so in every answer", async (name) => {
    const url = await serve({ limits: LIMITS });
    const header = { [name]: small };
    const first = await ask(url + CHAINS, header);
    expect(rateHeaders(first.headers)).toEqual(["2;w=60;burst=2", "2", "1", null, null]);
    expect((await ask(url + CHAINS, header)).status).toBe(200);
    const refused = await ask(url + CHAINS, header);
    expect([refused.status, rateHeaders(refused.headers)]).toEqual([
      429,
      ["2;w=60;burst=2", "2", "0", "30", "30"],
    ]);
    expect(errorBody.parse(refused.body)).toMatchObject({ error: "Too Many Requests", statusCode: 429 });
    expect(await statuses(5, url + CHAINS, { [name]: plain })).toEqual([200, 200, 200, 200, 429]);
    now += 30_000;
    expect((await ask(url + CHAINS, header)).status).toBe(200);
  });

  test("both SDKs say Too Many Requests", async () => {
    for (const open of SDKS) {
      const sdk = open(await serve({ limits: LIMITS, apiKeys: ["k"] }), "k");
      for (let each = 0; each < 4; each++) await sdk.data.evm.chains.list({});
      const refused = sdk.data.evm.chains.list({});
      await expect(refused).rejects.toMatchObject({ statusCode: 429, error: "Too Many Requests" });
    }
  });

  test("a request counts what it costs", async () => {
    const url = await serve({ limits: { anonymous: 30, keyed: 30 } });
    const header = { "x-data-api-key": plain };
    const left = async (path: string) => (await ask(url + path, header)).headers.get("ratelimit-remaining");
    expect(await left(CHAINS)).toBe("29");
    expect(await left("/v1/avg_tps/43114")).toBe("24");
    expect(
      await left("/firn/v1/chains/43114/tokens/0x0000000000000000000000000000000000000001/holders"),
    ).toBe("4");
    const refused = await ask(`${url}/v1/avg_tps/43114`, header);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(await left(CHAINS)).toBe("3");
  });

  test("part of a minute's requests may come at once", async () => {
    const url = await serve({ limits: { anonymous: 10, keyed: 10, burstPercent: 20 } });
    expect(await statuses(3, url + CHAINS)).toEqual([200, 200, 429]);
    now += 6_000;
    expect(await statuses(2, url + CHAINS)).toEqual([200, 429]);
  });

  test("programs on this machine have none unless it is set, but may not guess keys", async () => {
    const url = await serve({ limits: { ...LIMITS, isLocalFree: true } });
    expect(new Set(await statuses(20, url + CHAINS))).toEqual(new Set([200]));
    expect(await statuses(5, url + CHAINS, { "x-data-api-key": "guess" })).toEqual([401, 401, 401, 429, 429]);
    expect((await ask(url + CHAINS, { "x-forwarded-for": "192.0.2.1" })).status).toBe(200);
    const forwarded = await statuses(5, url + CHAINS, { "x-forwarded-for": "192.0.2.1" });
    expect(forwarded).toContain(429);
  });

  test("a forged x-forwarded-for changes nothing", async () => {
    const url = await serve({ limits: LIMITS });
    const found: number[] = [];
    for (let each = 0; each < 5; each++)
      found.push((await ask(url + CHAINS, { "x-forwarded-for": `192.0.2.${each}` })).status);
    expect(found).toEqual([200, 200, 200, 429, 429]);
  });

  test("clients of a trusted proxy are told apart by what it adds, not by what they wrote", async () => {
    const url = await serve({ limits: LIMITS, trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
    const from = (client: string, each: number) => ({
      "x-forwarded-for": `203.0.113.${each}, ${client}, 10.0.0.7`,
    });
    for (const client of ["192.0.2.1", "192.0.2.2"]) {
      const found: number[] = [];
      for (let each = 0; each < 4; each++) found.push((await ask(url + CHAINS, from(client, each))).status);
      expect(found).toEqual([200, 200, 200, 429]);
    }
    const found: number[] = [];
    for (let each = 0; each < 4; each++)
      found.push((await ask(url + CHAINS, from(`2001:db8::${each}`, each))).status);
    expect(found).toEqual([200, 200, 200, 429]);
  });

  test("the web's own requests are not counted, and a visitor's are the visitor's", async () => {
    const baseUrl = await serve({ limits: LIMITS });
    const web = openDataClient({ baseUrl, secret: SECRET });
    for (let each = 0; each < 10; each++)
      await web.get(supportedChains, { params: {} }, new AbortController().signal);
    const visit = async (visitor: string) =>
      (await web.forward(new URL(CHAINS, baseUrl), { visitor })).status;
    const found: number[] = [];
    for (let each = 0; each < 4; each++) found.push(await visit("192.0.2.1"));
    expect(found).toEqual([200, 200, 200, 429]);
    expect(await visit("192.0.2.2")).toBe(200);
    expect(await web.get(supportedChains, { params: {} })).toEqual({ chains: [] });
  });

  test("nobody else says for whom they ask", async () => {
    const url = await serve({ limits: LIMITS });
    const found: number[] = [];
    for (let each = 0; each < 4; each++)
      found.push(
        (await ask(url + CHAINS, { [VISITOR_HEADER]: `192.0.2.${each}`, [SECRET_HEADER]: "guess" })).status,
      );
    expect(found).toEqual([200, 200, 200, 429]);
  });
});

function rateHeaders(headers: Headers): (string | null)[] {
  return ["ratelimit-policy", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"].map(
    (name) => headers.get(name),
  );
}
