import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { supportedChains } from "../contract/data/evm-chains";
import { getBlockById } from "../contract/data/primary-network-blocks";
import { InputError, NodeError } from "../errors";
import { listenOnLoopback } from "../listen";
import { type DataClient, openDataClient } from "./data";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  return listenOnLoopback(server);
}

async function serveJson(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  return serve((_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  });
}

test("requests the route's path with the key, and returns the body typed by the contract", async () => {
  const seen: unknown[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push(request.url, request.headers["x-data-api-key"]);
    response.end(JSON.stringify({ chains: [], more: 1 }));
  });
  const client = openDataClient({ baseUrl, apiKey: "k" });
  expect(await client.get(supportedChains, { params: {}, query: { feature: "teleporter" } })).toEqual({
    chains: [],
  });
  expect(seen).toEqual(["/v1/chains?feature=teleporter", "k"]);
});

test("a wrong parameter is refused before anything is sent", async () => {
  const client = openDataClient({ baseUrl: "http://127.0.0.1:1" });
  const params = { network: "fuji", blockchainId: "p-chain", blockId: "x" };
  await expect(client.get(getBlockById, { params })).rejects.toThrow("blockId must be");
});

test.each([
  [400, "BAD_PARAMETER"],
  [404, "NOT_FOUND"],
  [429, "RATE_LIMITED"],
] as const)("a %i is the caller's error: %s", async (status, code) => {
  const body = { message: "why", error: "e", statusCode: status };
  const client = openDataClient({ baseUrl: await serveJson(status, body, { "retry-after": "7" }) });
  const failed = client.get(supportedChains, { params: {} });
  await expect(failed).rejects.toBeInstanceOf(InputError);
  await expect(failed).rejects.toMatchObject({ code, message: "why", details: { retryAfterSeconds: 7 } });
});

test.each([
  ["a 500", 500, { message: "oops", error: "e", statusCode: 500 }, "oops"],
  ["a body off the contract", 200, { chains: 5 }, "does not match its contract"],
])("%s is a bad answer", async (_, status, body, message) => {
  const failed = openDataClient({ baseUrl: await serveJson(status, body) }).get(supportedChains, {
    params: {},
  });
  await expect(failed).rejects.toMatchObject({ code: "API_BAD_ANSWER" });
  await expect(failed).rejects.toThrow(message);
});

test("an API that does not answer is unreachable, and one that is late is slow", async () => {
  const silent = await serve(() => {});
  const stuck = await serve((_, response) => void response.write("{"));
  const rows = [
    ["http://127.0.0.1:1", "API_UNREACHABLE", 502, "no answer"],
    [silent, "API_TIMEOUT", 504, "took longer than 0.05 s"],
    [stuck, "API_TIMEOUT", 504, "took longer than 0.05 s"],
  ] as const;
  for (const [baseUrl, code, status, message] of rows) {
    const failed = openDataClient({ baseUrl, timeoutMs: 50 }).get(supportedChains, { params: {} });
    await expect(failed).rejects.toBeInstanceOf(NodeError);
    await expect(failed).rejects.toMatchObject({ code, status });
    await expect(failed).rejects.toThrow(message);
  }
});

test("the same question at the same time is sent once, and again later", async () => {
  let asked = 0;
  const baseUrl = await serve((_, response) => {
    asked += 1;
    response.end(JSON.stringify({ chains: [] }));
  });
  const ask = (client: DataClient) => client.get(supportedChains, { params: {} });
  const client = openDataClient({ baseUrl });
  await Promise.all([ask(client), ask(client)]);
  expect(asked).toBe(1);
  await ask(client);
  expect(asked).toBe(2);
  const keeping = openDataClient({ baseUrl, keepMs: 60_000 });
  await ask(keeping);
  await ask(keeping);
  expect(asked).toBe(3);
});

test("the caller's own signal ends a request with its own reason", async () => {
  const client = openDataClient({ baseUrl: await serve(() => {}) });
  const stop = new AbortController();
  const failed = client.get(supportedChains, { params: {} }, stop.signal);
  stop.abort(new Error("left the page"));
  await expect(failed).rejects.toThrow("left the page");
});

test("what is forwarded is rebuilt from parsed parameters", async () => {
  const seen: unknown[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push(request.url);
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  const client = openDataClient({ baseUrl });
  const forward = (path: string) => client.forward(new URL(path, "http://web:3000"));
  expect(
    (await forward("/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=007&x=1&before=5#a")).status,
  ).toBe(404);
  expect(seen).toEqual(["/v1/networks/fuji/blockchains/p-chain/blocks?before=5&pageSize=7"]);
  await expect(forward("/ext/admin")).rejects.toMatchObject({ code: "NOT_FOUND" });
  for (const path of ["/v1/chains/..%2f..%2fext%2fadmin", "/firn/v1/containers/p/..%2f..%2fext"]) {
    await expect(forward(path)).rejects.toMatchObject({ code: "BAD_PARAMETER" });
  }
  expect(seen).toHaveLength(1);
});
