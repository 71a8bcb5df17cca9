import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatAddress } from "../avalanche/ids";
import { errorBody } from "../contract/data/error";
import { ConfigError } from "../errors";
import { listen } from "../listen";
import { writeNetwork } from "../store/bookkeeping/network";
import { newPageTokenKey } from "../store/bookkeeping/page-token-key";
import type { Stores } from "../store/stores";
import { type ApiOptions, startApi } from "../testbed/api";
import { testStores } from "../testbed/test-stores";

const folder = mkdtempSync(join(tmpdir(), "firn-api-"));
const stores = testStores(folder);
const closers: (() => Promise<void>)[] = [];
let now = Date.UTC(2026, 10, 21);

beforeAll(() => makeStore(stores, 54321));
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function makeStore(stores: Stores, networkId: number): Promise<void> {
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  await writeNetwork(store.db, {
    networkId: String(networkId),
    hrp: networkId === 1 ? "avax" : "custom",
    pageTokenKey: newPageTokenKey(),
  });
  await store.close();
}

async function serve(options: ApiOptions = {}): Promise<string> {
  const api = await startApi({ stores, nowMs: () => now, steadyMs: () => now, ...options });
  closers.push(api.close);
  return api.url;
}

/** Sends raw bytes, which `fetch` would normalise. */
async function sendRaw(url: string, text: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(text);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: JSON.parse(body) };
}

const OF_FUJI = formatAddress("fuji", new Uint8Array(20).fill(9));
const P = "/v1/networks/fuji/blockchains/p-chain";
const X = "/v1/networks/fuji/blockchains/x-chain";
const C = "/v1/networks/fuji/blockchains/c-chain";
const NO_ID = "11111111111111111111111111111111LpoYY";

describe("every error has the same body", () => {
  test.each([
    ["GET", "/nothing", 404, "no such path: /nothing"],
    ["GET", "/", 404, "no such path: /"],
    ["GET", "/v1/chains/", 404, "no such path: /v1/chains/"],
    ["GET", "/ext/admin", 404, "no such path: /ext/admin"],
    ["POST", "/v1/chains", 405, "does not accept POST"],
    ["DELETE", `${P}/blocks`, 405, "does not accept DELETE"],
    ["GET", `${P}/blocks/%zz`, 400, "malformed percent encoding"],
    ["GET", `${P}/blocks/%C3%28`, 400, "malformed percent encoding"],
    ["GET", `${P}/blocks/-1`, 400, "blockId must be a height from 0 to 137438953471 or a block id in cb58"],
    ["GET", `${P}/blocks/137438953472`, 400, "blockId must be"],
    ["GET", `${P}/blocks/18446744073709551616`, 400, "blockId must be"],
    ["GET", `${P}/blocks/1.5`, 400, "blockId must be"],
    ["GET", `${P}/blocks/0x10`, 400, "blockId must be"],
    ["GET", `${P}/blocks/..%2f..%2fadmin`, 400, 'not "../../admin"'],
    ["GET", `${P}/blocks/%E2%82%AC`, 400, 'not "€"'],
    ["GET", `${P}/blocks/${"1".repeat(10_000)}`, 400, "…"],
    ["GET", `${P}/blocks/7`, 404, "no P-Chain block at height 7 is indexed"],
    ["GET", `${P}/blocks/11111111111111111111111111111111LpoYY`, 404, "no P-Chain block 1111"],
    ["GET", `${P}/transactions/a:b`, 400, "txHash must be a transaction id"],
    ["GET", `${P}/transactions/a%3Ab`, 400, "txHash must be a transaction id"],
    ["GET", `${P}/transactions/11111111111111111111111111111111LpoYZ`, 400, "txHash must be"],
    ["GET", `${P}/transactions/11111111111111111111111111111111LpoYY`, 404, "no P-Chain transaction"],
    ["GET", `${P}/transactions%3AlistNothing`, 404, "no such path"],
    ["GET", `${P}/transactions?pageSize=0`, 400, "pageSize must be an integer from 1 to 100"],
    ["GET", `${P}/transactions?pageSize=1&pageSize=2`, 400, "pageSize must be"],
    ["GET", `${P}/transactions?pageSize[]=1`, 200, ""],
    [
      "GET",
      `${P}/transactions?addresses=${"a".repeat(10_000)}`,
      400,
      "addresses must be bech32 such as custom1…",
    ],
    ["GET", `${P}/transactions?addresses=P-${OF_FUJI}`, 400, "addresses begin with custom1, not fuji1"],
    ["GET", `${P}/transactions?addresses=0x1D813260280Edc736dDd3F0cc1F90a794Ec41377`, 400, "on c-chain only"],
    ["GET", `${P}/transactions?addresses=${"x,".repeat(64)}x`, 400, "at most 64 addresses, not 65"],
    ["GET", `${P}/transactions?txTypes=BaseTx`, 400, "txTypes needs addresses or l1ValidationId"],
    ["GET", `${P}/transactions?startTimestamp=1`, 400, "startTimestamp needs addresses or l1ValidationId"],
    ["GET", `${P}/transactions?endTimestamp=1`, 400, "endTimestamp needs addresses or l1ValidationId"],
    ["GET", `${P}/transactions?pageToken=abc`, 400, "pageToken must be the nextPageToken"],
    ["GET", `${P}/blocks?pageToken=00000000-0000-8000-8000-000000000000`, 400, "pageToken does not belong"],
    [
      "GET",
      "/v1/networks/mainnet/blockchains/p-chain/blocks",
      404,
      "this Firn serves fuji (network id 54321), not mainnet",
    ],
    ["GET", "/v1/networks/nonet/blockchains/p-chain/blocks", 404, "this Firn serves fuji"],
    ["GET", "/v1/networks/local/blockchains/p-chain/blocks", 404, "this Firn serves fuji"],
    ["GET", "/v1/networks/54321/blockchains/p-chain/blocks", 200, ""],
    ["GET", `${X}/blocks`, 200, ""],
    ["GET", `${X}/blocks/7`, 404, "no X-Chain block at height 7 is indexed"],
    ["GET", `${X}/transactions?txTypes=BaseTx`, 400, "txTypes needs addresses beside it"],
    ["GET", `${X}/transactions?l1ValidationId=${NO_ID}`, 400, "l1ValidationId goes with p-chain only"],
    ["GET", `${X}/transactions/${NO_ID}`, 404, "no X-Chain transaction 1111"],
    ["GET", `${X}/transactions?addresses=0x1D813260280Edc736dDd3F0cc1F90a794Ec41377`, 400, "on c-chain only"],
    ["GET", `${C}/transactions`, 200, ""],
    ["GET", `${C}/transactions?addresses=0x1D813260280Edc736dDd3F0cc1F90a794Ec41377`, 200, ""],
    ["GET", `${C}/transactions?addresses=0x1D`, 400, "after 0x an address has 40 hex digits"],
    ["GET", `${C}/transactions?addresses=nobody`, 400, "or 0x and 40 hex digits"],
    ["GET", `${C}/transactions/0x${"ab".repeat(32)}`, 404, "no C-Chain transaction"],
    ["GET", `${C}/blocks/0x${"ab".repeat(32)}`, 404, `no C-Chain block 0x${"ab".repeat(32)} is indexed`],
    ["GET", `${C}/assets/${NO_ID}`, 400, "blockchainId must be x-chain or its id, not c-chain"],
    ["GET", `${P}/assets/${NO_ID}/transactions`, 400, "blockchainId must be x-chain or its id, not p-chain"],
    ["GET", `${X}/assets/${NO_ID}`, 404, "no asset 1111"],
    ["GET", `${X}/assets/${NO_ID}/transactions`, 404, "no asset 1111"],
    ["GET", `${X}/assets/AVAX`, 400, "assetId must be an asset id"],
    ["GET", `${X}/vertices`, 200, ""],
    ["GET", `${P}/vertices`, 400, "blockchainId must be x-chain or its id, not p-chain"],
    ["GET", `${X}/vertices/${NO_ID}`, 404, "no vertex 1111"],
    ["GET", `${X}/vertices:listByHeight`, 400, "vertexHeight must be an integer from 0"],
    ["GET", `${X}/vertices%3AlistByHeight?vertexHeight=1`, 200, ""],
    [
      "GET",
      "/v1/networks/fuji/blockchains/q-chain/blocks",
      400,
      "blockchainId must be p-chain, x-chain, c-chain or",
    ],
    [
      "GET",
      "/v1/networks/fuji/blockchains/2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM/blocks",
      404,
      "is not a chain of",
    ],
    ["GET", "/v1/chains?network=elsewhere", 400, "network must be mainnet, fuji or testnet"],
    ["GET", "/v1/chains?feature=cooking", 400, "feature must be one of nftIndexing, webhooks, teleporter"],
    ["GET", "/firn/v1/containers/z/1", 400, "chain must be p, x or c"],
    ["GET", "/firn/v1/containers/p/NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg", 400, "id must be a height"],
    ["GET", "/firn/v1/containers/p/1", 404, "no container, block or transaction 1 of p is indexed"],
    ["GET", "/firn/v1/acceptance?limit=1001", 400, "limit must be an integer from 1 to 1000"],
    [
      "GET",
      "/firn/v1/search",
      400,
      "q must be a text of 1 to 200 characters: a height, hash, id, address or name, or the beginning of one, not nothing",
    ],
    ["GET", `/firn/v1/search?q=${"a".repeat(201)}`, 400, "q must be"],
  ])("%s %s is %i", async (method, path, status, message) => {
    const url = await serve();
    const response = await fetch(url + path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    if (status === 200) return;
    const body = errorBody.parse(await response.json());
    expect(body.statusCode).toBe(status);
    expect(body.message).toContain(message);
    expect(body.message).not.toMatch(/\n {4}at |node_modules|\.ts:/);
  });

  test.each([
    ["rubbish", "what is this\r\n\r\n", 400],
    ["headers beyond 16 kB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["no Host", "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["a malformed Host", "GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400],
    ["a backslash in the path", "GET /\\b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
    ["a malformed absolute target", "GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
    ["CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
  ])("%s gets the same error body", async (_, text, status) => {
    const answer = await sendRaw(await serve(), text);
    expect(answer.status).toBe(status);
    expect(errorBody.parse(answer.body).statusCode).toBe(status);
  });

  test("a body is never read, however long", async () => {
    const response = await fetch(`${await serve()}/v1/chains`, {
      method: "POST",
      body: "x".repeat(5_000_000),
    });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});

describe("headers of every answer", () => {
  test("a request id, the caller's own when it is plain", async () => {
    const url = await serve();
    const named = await fetch(`${url}/health`, { headers: { "x-request-id": "mine.1" } });
    expect(named.headers.get("x-request-id")).toBe("mine.1");
    const odd = await fetch(`${url}/health`, { headers: { "x-request-id": "<script>" } });
    expect(odd.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });

  test("an ETag that depends on the dialect, and 304 for a current copy", async () => {
    const url = `${await serve()}/v1/chains`;
    const seed = await fetch(url);
    const sdk = await fetch(url, { headers: { "user-agent": "speakeasy-sdk/typescript 0.3.13" } });
    expect(await seed.text()).toBe(await sdk.text());
    expect(seed.headers.get("vary")).toBe("x-firn-dialect, user-agent, accept-encoding");
    const etag = seed.headers.get("etag") ?? "";
    expect(sdk.headers.get("etag")).not.toBe(etag);
    expect((await fetch(url, { headers: { "if-none-match": `W/${etag}` } })).status).toBe(304);
    expect((await fetch(url, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("HEAD answers like GET without a body", async () => {
    const url = `${await serve()}/v1/chains`;
    const head = await fetch(url, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("etag")).toBe((await fetch(url)).headers.get("etag"));
    expect(await head.text()).toBe("");
  });
});

describe("access", () => {
  const preflightOf = (origin: string, method = "GET") => ({
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": method },
  });

  test("an unknown host name is refused for every path", async () => {
    const url = await serve({ allowedHosts: ["localhost", "firn.example"] });
    const ask = (host: string, path = "/firn/v1/status", method = "GET") =>
      sendRaw(url, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    for (const path of ["/firn/v1/status", "/openapi.json", "/nothing", "/firn/v1/metrics"])
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const { status, body } = await ask("evil.example", path, method);
        expect(status).toBe(421);
        expect(errorBody.parse(body).message).toContain("add its name to FIRN_ALLOWED_HOSTS");
      }
    for (const host of ["localhost", "FIRN.example:8080", "127.0.0.1:1"])
      expect((await ask(host, "/health")).status).toBe(200);
  });

  test("pages of other origins can neither read nor change anything", async () => {
    const url = await serve();
    const evil = "http://evil.example";
    for (const origin of [evil, "null", "http://127.0.0.1:1"]) {
      const read = await fetch(`${url}/health`, { headers: { origin } });
      expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([200, null]);
      for (const asked of [preflightOf(origin), preflightOf(origin, "POST")]) {
        const preflight = await fetch(`${url}/v1/chains`, asked);
        expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([403, null]);
        expect(errorBody.parse(await preflight.json()).message).toContain("FIRN_ALLOWED_ORIGINS");
      }
      const reindex = `${url}/v1/chains/1/nfts/collections/0x${"ab".repeat(20)}/tokens/1:reindex`;
      expect((await fetch(reindex, { method: "POST", headers: { origin } })).status).toBe(403);
      expect((await fetch(reindex, { method: "POST" })).status).not.toBe(403);
    }
  });

  test.each(["http", "https"])("pages of the requested host name may, behind %s", async (scheme) => {
    const url = await serve();
    const { host } = new URL(url);
    for (const [origin, status] of [
      [`${scheme}://${host}`, 404],
      [`${scheme}://${host}.evil.example`, 403],
      [`${scheme}://evil.example/${host}`, 403],
    ] as const)
      expect((await fetch(`${url}/nothing`, { method: "POST", headers: { origin } })).status).toBe(status);
  });

  test.each([["https://a.example"], ["*"]])("pages of %s may once allowed", async (allowed) => {
    const url = await serve({ allowedOrigins: [allowed] });
    const preflight = await fetch(`${url}/v1/chains`, preflightOf("https://a.example"));
    expect(preflight.status).toBe(204);
    const headers = preflight.headers.get("access-control-allow-headers") ?? "";
    for (const name of ["x-data-api-key", "x-glacier-api-key", "x-app-component", "x-firn-dialect"])
      expect(headers).toContain(name);
    for (const path of ["/v1/chains", "/nothing"]) {
      const answer = await fetch(`${url}${path}`, { headers: { origin: "https://a.example" } });
      expect(answer.headers.get("access-control-allow-origin")).toBe(allowed);
      expect(answer.headers.get("access-control-expose-headers")).toContain("retry-after");
    }
    const other = await fetch(`${url}/v1/chains`, preflightOf("https://b.example"));
    expect(other.status).toBe(allowed === "*" ? 204 : 403);
  });

  test("a refused method and OPTIONS get the allowed methods", async () => {
    const url = await serve();
    const token = `/v1/chains/1/nfts/collections/0x${"ab".repeat(20)}/tokens/1`;
    for (const [path, method, allow] of [
      ["/v1/chains", "DELETE", "GET, HEAD, OPTIONS"],
      [`${P}/utxos`, "PUT", "GET, HEAD, POST, OPTIONS"],
      [`${token}:reindex`, "GET", "POST, OPTIONS"],
    ] as const) {
      const refused = await fetch(`${url}${path}`, { method });
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, allow]);
      const hint = errorBody.parse(await refused.json()).message;
      for (const possible of allow.split(", ").filter((name) => name !== "OPTIONS"))
        expect(hint).toContain(possible);
      const options = await fetch(`${url}${path}`, { method: "OPTIONS" });
      expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
    }
  });

  test("an unknown key is refused where keys count, and counts against the limit", async () => {
    const wrong = { headers: { "x-glacier-api-key": "misspelt" } };
    const open = await serve();
    expect((await fetch(`${open}/health`, wrong)).status).toBe(200);
    const url = await serve({ apiKeys: ["k1"], limits: { anonymous: 3, keyed: 9 } });
    const refused = await fetch(`${url}/health`, wrong);
    expect(refused.status).toBe(401);
    expect(errorBody.parse(await refused.json()).message).toContain("FIRN_API_KEYS");
    expect((await fetch(`${url}/v2/chains`, wrong)).status).not.toBe(401);
    expect((await fetch(`${url}/health`, wrong)).status).toBe(401);
    expect((await fetch(`${url}/health`, wrong)).status).toBe(429);
  });

  test("errors have the form of their interface, also on unknown paths", async () => {
    const url = await serve();
    const listed = [
      "/v2/nothing",
      "/v2",
      "/v1/avg_tps",
      "/v1/avg_tps/",
      "/v2/chains/x/metrics/none",
      "/v2/%zz",
    ];
    const plain = ["/", "/v1", "/v1/nothing", "/firn/v1/nothing", "/v3/chains", "/v2x", "/v1/%zz"];
    for (const path of [...listed, ...plain]) {
      const answer = await fetch(`${url}${path}`);
      const body = await answer.json();
      expect([path, body]).toEqual([
        path,
        {
          message: listed.includes(path) ? [expect.any(String)] : expect.any(String),
          error: expect.any(String),
          statusCode: answer.status,
        },
      ]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });
});

describe("rate limits", () => {
  const limits = { anonymous: 2, keyed: 3 };

  test("a client without a key learns when to retry, and is served again then", async () => {
    const url = `${await serve({ limits })}/health`;
    expect((await fetch(url)).status).toBe(200);
    const second = await fetch(url);
    expect([second.status, second.headers.get("ratelimit-limit")]).toEqual([200, null]);
    now += 10_000;
    const third = await fetch(url);
    expect(third.status).toBe(429);
    expect(third.headers.get("retry-after")).toBe("20");
    expect(third.headers.get("ratelimit-reset")).toBe("20");
    expect(errorBody.parse(await third.json())).toMatchObject({ error: "Too Many Requests" });
    now += 20_000;
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([200, 429]);
  });

  test("setting the clock neither raises the limit nor prolongs the wait", async () => {
    let steady = 0;
    const url = `${await serve({ limits, steadyMs: () => steady })}/health`;
    const ask = async () => (await fetch(url)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    for (const step of [-3_600_000, 7_200_000]) {
      now += step;
      expect(await ask()).toBe(429);
    }
    steady += 60_000;
    expect(await ask()).toBe(200);
  });

  test.each(["x-data-api-key", "x-glacier-api-key"])(
    "a key in %s has a budget of its own, shown in headers",
    async (name) => {
      const url = `${await serve({ limits, apiKeys: ["k1", "k2"] })}/health`;
      await fetch(url);
      await fetch(url);
      const keyed = await fetch(url, { headers: { [name]: "k2" } });
      expect(keyed.status).toBe(200);
      expect(keyed.headers.get("ratelimit-limit")).toBe("3");
      expect(keyed.headers.get("ratelimit-remaining")).toBe("2");
      expect((await fetch(url, { headers: { [name]: "unknown" } })).status).toBe(429);
    },
  );
});

describe("the server", () => {
  test("answers 503 until there is a store, then serves it, and later its replacement", async () => {
    const stores = testStores(join(folder, "late"));
    const path = stores.whereIs("primary");
    const url = await serve({ stores });
    const early = await fetch(`${url}${P}/blocks`);
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(errorBody.parse(await early.json()).message).toContain("nothing is indexed yet");
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await makeStore(stores, 54321);
    expect((await fetch(`${url}${P}/blocks`)).status).toBe(200);
    renameSync(path, `${path}.aside`);
    await makeStore(stores, 1);
    expect((await fetch(`${url}${P}/blocks`)).status).toBe(404);
    expect((await fetch(`${url}/v1/networks/mainnet/blockchains/p-chain/blocks`)).status).toBe(200);
  });

  test("uses the network name that the operator chose", async () => {
    const url = await serve({ networkName: "mainnet" });
    expect((await fetch(`${url}/v1/networks/mainnet/blockchains/p-chain/blocks`)).status).toBe(200);
    expect((await fetch(`${url}${P}/blocks`)).status).toBe(404);
  });

  test("a local network goes by its own name too", async () => {
    const stores = testStores(join(folder, "local"));
    await makeStore(stores, 12345);
    const url = await serve({ stores });
    const statuses = ["local", "12345", "fuji", "testnet", "mainnet", "54321"].map(
      async (name) => (await fetch(`${url}/v1/networks/${name}/blockchains/p-chain/blocks`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 404, 404]);
  });

  test("refuses a port in use in one sentence", async () => {
    const other = createServer();
    const port = await listen(other, { host: "127.0.0.1", port: 0 }, "FIRN_API_PORT");
    const refused = serve({ port });
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    await expect(refused).rejects.toMatchObject({
      code: "PORT_BUSY",
      message: `port ${port} on 127.0.0.1 is in use`,
      hint: "stop what listens there, or set FIRN_API_PORT to another port",
    });
    other.close();
  });
});

test("of requests that came at once, those that waited too long are refused, and whoever watches is not", async () => {
  let ms = 0;
  // Each look at the clock takes some time, and so does each request.
  const url = await serve({ steadyMs: () => (ms += 2) });
  const paths = Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? "/v1/chains" : "/health"));
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  // In one packet: Node then takes them in one turn.
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`);
  socket.write(`${requests.join("\r\n")}Connection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  const answers = text.split("HTTP/1.1 ").slice(1);
  const statuses = answers.map((answer) => Number(answer.slice(0, 3)));
  expect(statuses.length).toBe(paths.length);
  expect(new Set(statuses.filter((_, i) => paths[i] === "/health"))).toEqual(new Set([200]));
  // The first is let in at once, and the last few never wait for too many.
  expect([statuses[0], statuses.at(-2)]).toEqual([200, 200]);
  const refused = answers.filter((_, i) => statuses[i] === 503);
  expect(refused.length).toBeGreaterThan(20);
  for (const answer of refused) {
    expect(answer).toMatch(/^retry-after: 1\r$/m);
    const [, body = ""] = answer.split("\r\n\r\n");
    expect(errorBody.parse(JSON.parse(body)).message).toContain("more is asked than can be answered in time");
  }
});
