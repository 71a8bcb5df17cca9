import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { TOOLS } from "../../api/mcp/tools";
import { buildServer } from "../../cli/supervisor/build.mjs";
import { openNode } from "../../client/node";
import { ROUTES } from "../../contract/routes";
import { rootFolder } from "../../root-folder";
import { type ApiOptions, startApi } from "../api";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

type Arguments = Record<string, unknown>;
/** A tool with arguments, and the path of the REST API with the same answer. */
type Call = [tool: string, given: Arguments, path: string];

let network: L1Network;
let api: { url: string; close(): Promise<void> };
let calls: Call[];

beforeAll(async () => {
  await buildServer();
  network = await followL1Network();
  api = await startOwn({ mcp: { version: "1.2.3" } });
  calls = await callsOf(api.url);
}, L1_NETWORK_TIMEOUT_MS + 60_000);
afterAll(async () => {
  await api?.close();
  await network?.close();
});

function startOwn(options: Partial<ApiOptions>) {
  const { stores, nodeUrl } = network.firn;
  return startApi({ stores, node: openNode(nodeUrl), nodeUrls: [nodeUrl], ...options });
}

// biome-ignore lint/suspicious/noExplicitAny: only what is passed on to tools is read
async function get(path: string, url = api.url): Promise<any> {
  return (await fetch(url + path)).json();
}

/** Every tool at least once, about what the recording has. */
async function callsOf(url: string): Promise<Call[]> {
  const p = "/v1/networks/fuji/blockchains/p-chain";
  const [pTx] = (await get(`${p}/transactions`, url)).transactions;
  const owner = pTx.emittedUtxos[0].addresses[0];
  const { blockNumber, nativeTransaction } =
    (await get(`/v1/chains/${L1}/transactions`, url)).transactions[0] ?? {};
  const evmTx = nativeTransaction ?? (await get(`/v1/chains/${L1}/transactions`, url)).transactions[0];
  const height = evmTx.blockNumber ?? blockNumber;
  const account = evmTx.from.address;
  const [token] = (await get(`/firn/v1/chains/${L1}/tokens`, url)).tokens;
  const { nodeId } = (await get("/firn/v1/status", url)).node;
  const { subnetId } = (await get("/firn/v1/l1s", url)).l1s[0];
  const ofToken = `/firn/v1/chains/${L1}/tokens/${token.address}`;
  const ofContract = `/firn/v1/chains/${L1}/contracts/${token.address}`;
  return [
    ["search", { q: "12" }, "/firn/v1/search?q=12"],
    ["status", {}, "/firn/v1/status"],
    ["alerts", {}, "/firn/v1/alerts"],
    ["transaction", { chain: "P", txHash: pTx.txHash }, `${p}/transactions/${pTx.txHash}`],
    ["transaction", { chain: L1, txHash: evmTx.txHash }, `/v1/chains/${L1}/transactions/${evmTx.txHash}`],
    ["block", { chain: "p", blockId: "7" }, `${p}/blocks/7`],
    ["block", { chain: "C", blockId: 5 }, `/v1/chains/${C}/blocks/5`],
    ["block", { chain: Number(L1), blockId: height }, `/v1/chains/${L1}/blocks/${height}`],
    [
      "transactions",
      { chain: "X", pageSize: 2 },
      "/v1/networks/fuji/blockchains/x-chain/transactions?pageSize=2",
    ],
    ["transactions", { chain: "P", addresses: owner }, `${p}/transactions?addresses=${owner}`],
    ["transactions", { chain: L1, pageSize: "3" }, `/v1/chains/${L1}/transactions?pageSize=3`],
    [
      "transactions",
      { chain: L1, address: account, sortOrder: "asc" },
      `/v1/chains/${L1}/addresses/${account}/transactions?sortOrder=asc`,
    ],
    [
      "token_transfers",
      { chain: L1, address: account },
      `/firn/v1/chains/${L1}/addresses/${account}/transfers`,
    ],
    ["balances", { chain: "P", addresses: owner }, `${p}/balances?addresses=${owner}`],
    ["balances", { chain: L1, address: account }, `/v1/chains/${L1}/addresses/${account}/balances:getNative`],
    [
      "balances",
      { chain: L1, address: account, show: "erc20" },
      `/v1/chains/${L1}/addresses/${account}/balances:listErc20`,
    ],
    [
      "balances",
      { chain: L1, address: account, show: "collectibles" },
      `/v1/chains/${L1}/addresses/${account}/balances:listCollectibles`,
    ],
    ["token", { chain: L1, address: token.address }, ofToken],
    ["token", { chain: L1, address: token.address, show: "holders" }, `${ofToken}/holders`],
    [
      "token",
      { chain: L1, address: token.address, show: "transfers" },
      `/v1/chains/${L1}/tokens/${token.address}/transfers`,
    ],
    ["contract", { chain: L1, address: token.address }, ofContract],
    ["read_contract", { chain: L1, address: token.address }, `${ofContract}/functions`],
    [
      "read_contract",
      { chain: L1, address: token.address, function: "totalSupply()", arguments: "[]" },
      `${ofContract}/call?function=totalSupply()&arguments=[]`,
    ],
    [
      "logs",
      { chain: L1, address: token.address, pageSize: 2 },
      `/firn/v1/chains/${L1}/logs?address=${token.address}&pageSize=2`,
    ],
    ["validators", { sortBy: "stake" }, "/firn/v1/validators?sortBy=stake"],
    ["validators", { nodeId }, `/firn/v1/validators/${nodeId}`],
    ["l1s", {}, "/firn/v1/l1s"],
    ["l1s", { subnetId }, `/firn/v1/l1s/${subnetId}`],
    [
      "chain_metrics",
      { chain: L1, metric: "txCount", timeInterval: "day" },
      `/v2/chains/${L1}/metrics/txCount?timeInterval=day`,
    ],
  ];
}

/** Texts that a moment changes: ages, lags, and tokens of pages. */
function steady(text: string): unknown {
  return JSON.parse(text, (name, value) =>
    /^(lagMs|updatedAt|checkedAt|nextPageToken)$/.test(name) ? typeof value : value,
  );
}

async function connect(kind: "stdio" | "http", url = api.url): Promise<Client> {
  const client = new Client({ name: "test", version: "0" });
  const args = [join(rootFolder(), "dist/firn.mjs"), "mcp", "--url", url];
  await client.connect(
    kind === "http"
      ? new StreamableHTTPClientTransport(new URL(`${url}/mcp`))
      : new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" }),
  );
  onTestFinished(() => client.close());
  return client;
}

interface Result {
  isError?: boolean;
  content: { type: string; text: string }[];
}

async function call(client: Client, name: string, given: Arguments): Promise<Result> {
  return (await client.callTool({ name, arguments: given })) as Result;
}

describe.each(["stdio", "http"] as const)("an agent over %s", (kind) => {
  it("finds at most 15 tools that only read, each with words and a schema", async () => {
    const client = await connect(kind);
    expect(client.getServerVersion()?.name).toBe("firn");
    expect(client.getInstructions()).toContain("P-Chain");
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(15);
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const { description = "", inputSchema, annotations } of tools) {
      expect(description.length).toBeGreaterThan(60);
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      for (const [name, property] of Object.entries(inputSchema.properties ?? {}))
        expect([name, (property as { description?: string }).description]).toEqual([
          name,
          expect.stringMatching(/\w{2}/),
        ]);
    }
  });

  it("gets from every tool what the REST API answers", async () => {
    const client = await connect(kind);
    expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
    for (const [tool, given, path] of calls) {
      const { isError, content } = await call(client, tool, given);
      const label = `${tool} ${JSON.stringify(given)}`;
      expect([label, isError, content[0]?.type], content[0]?.text).toEqual([label, undefined, "text"]);
      const response = await fetch(api.url + path);
      expect([label, response.status]).toEqual([label, 200]);
      expect([label, steady(content[0]?.text ?? "")]).toEqual([label, steady(await response.text())]);
    }
  });

  it("turns pages with the token of the answer before", async () => {
    const client = await connect(kind);
    const given = { chain: L1, pageSize: 2 };
    const first = JSON.parse((await call(client, "transactions", given)).content[0]?.text ?? "");
    const next = await call(client, "transactions", { ...given, pageToken: first.nextPageToken });
    const second = JSON.parse(next.content[0]?.text ?? "");
    const all = (await get(`/v1/chains/${L1}/transactions?pageSize=4`)).transactions;
    expect([...first.transactions, ...second.transactions]).toEqual(all);
  });

  it("is told what is wrong, in the API's words", async () => {
    const client = await connect(kind);
    const wrong: [tool: string, given: Arguments, message: RegExp][] = [
      ["transaction", { chain: "P", txHash: "nothing" }, /^txHash must be .*, not "nothing"$/],
      ["transaction", { chain: L1, txHash: `0x${"00".repeat(32)}` }, /no transaction/],
      ["transaction", { chain: "P" }, /^txHash must be .*, not nothing$/],
      ["transaction", { txHash: "x" }, /^chain must be P, X, C-atomic, C, an EVM chain id/],
      ["transaction", { chain: { p: 1 }, txHash: "x" }, /^chain must be P, X/],
      ["block", { chain: "999999999", blockId: "1" }, /999999999/],
      [
        "block",
        { chain: "P", blockId: "1", blockHash: "1" },
        /^blockHash is not a parameter of block here: it takes blockId$/,
      ],
      ["balances", { chain: "P", address: "x" }, /^address is not a parameter of balances here/],
      [
        "balances",
        { chain: L1, address: "0x1", show: "gold" },
        /^show must be one of native, erc20, collectibles$/,
      ],
      ["balances", { chain: "P", show: "erc20", addresses: "x" }, /it is for EVM chains$/],
      ["logs", { chain: "P" }, /it is for EVM chains$/],
      ["logs", { chain: L1, pageSize: 1_000 }, /^pageSize must be an integer from 1 to 100, not "1000"$/],
      ["logs", { chain: L1, startBlock: 9, endBlock: 3 }, /startBlock must be at most endBlock/],
      ["search", {}, /^q must be .*, not nothing$/],
      ["search", { q: ["a", "b"] }, /^q must be/],
      ["status", { chain: "P" }, /^chain is not a parameter of status$/],
      ["chain_metrics", { chain: L1, metric: "weather" }, /^metric must be/],
    ];
    for (const [tool, given, message] of wrong) {
      const { isError, content } = await call(client, tool, given);
      expect([tool, given, isError]).toEqual([tool, given, true]);
      expect(content[0]?.text).toMatch(message);
    }
    await expect(call(client, "drop_tables", {})).rejects.toThrow('no tool "drop_tables"');
  });
});

it("has tools for routes of GET alone, which change nothing", () => {
  const routes = TOOLS.flatMap(({ cases }) => cases.map(({ route }) => ROUTES[route]));
  expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(["get"]));
  expect(routes.filter(({ path }) => /admin|operator/.test(path))).toEqual([]);
});

describe("over HTTP", () => {
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
  });
  const post = (url: string, headers: Record<string, string> = {}, body = initialize) =>
    fetch(`${url}/mcp`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    });

  it("nobody is answered unless the operator wants that", async () => {
    const closed = await startOwn({});
    onTestFinished(() => closed.close());
    expect((await post(closed.url)).status).toBe(404);
  });

  it("a page of another origin is refused, and a name that is not ours", async () => {
    expect((await post(api.url)).status).toBe(200);
    expect((await post(api.url, { origin: "https://evil.example" })).status).toBe(403);
    const rebound = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        host: "evil.example",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const sent = request(`${api.url}/mcp`, { method: "POST", headers }, ({ statusCode }) =>
        resolve(statusCode),
      );
      sent.on("error", reject);
      sent.end(initialize);
    });
    expect(rebound).toBe(421);
  });

  it("there is no stream to listen to, no session to end, and no room for a large body", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await fetch(`${api.url}/mcp`, { method });
      expect([method, response.status, response.headers.get("allow")]).toEqual([
        method,
        405,
        "POST, OPTIONS",
      ]);
    }
    expect((await post(api.url, {}, `{"a":"${"x".repeat(100_000)}"}`)).status).toBe(400);
    for (const body of ["{", "", "1", "null", `[${initialize}]`])
      expect([body, (await post(api.url, {}, body)).status]).toEqual([body, 400]);
    expect((await post(api.url, { accept: "text/html" })).status).toBe(406);
    expect((await post(api.url, { "content-type": "text/plain" })).status).toBe(415);
  });

  it("what tools ask counts for who calls them, with their key", async () => {
    const keyed = await startOwn({
      mcp: { version: "0" },
      mode: "keys",
      apiKeys: ["a-key-of-an-agent-0123456789"],
      limits: { anonymous: 1, keyed: 40, burstPercent: 100 },
    });
    onTestFinished(() => keyed.close());
    expect((await post(keyed.url)).status).toBe(401);
    const client = new Client({ name: "test", version: "0" });
    const requestInit = { headers: { "x-data-api-key": "a-key-of-an-agent-0123456789" } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${keyed.url}/mcp`), { requestInit }));
    onTestFinished(() => client.close());
    const first = await call(client, "search", { q: "1" });
    expect(first.isError).toBeUndefined();
    const given = {
      chain: L1,
      address: calls.find(([tool]) => tool === "token")?.[1].address,
      show: "holders",
    };
    const one = await call(client, "token", given);
    const two = await call(client, "token", given);
    expect(one.isError).toBeUndefined();
    expect(two).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("more than 40 requests in a minute") }],
    });
  });
});

describe("firn mcp", () => {
  it("prints nothing but the protocol, also when it is told nonsense, and ends with its input", async () => {
    const child = spawn(process.execPath, [join(rootFolder(), "dist/firn.mjs"), "mcp", "--url", api.url]);
    onTestFinished(() => void child.kill("SIGKILL"));
    let printed = "";
    child.stdout.on("data", (part) => {
      printed += String(part);
      if (printed.trim().split("\n").length === 3) child.stdin.end();
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const ask = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    ask(1, "initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "t", version: "0" },
    });
    child.stdin.write("this is no protocol\n");
    ask(2, "tools/call", { name: "status", arguments: {} });
    ask(3, "tools/call", { name: "block", arguments: { chain: "P", blockId: "no" } });
    expect(await ended).toBe(0);
    const lines = printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
    expect(lines.map(({ jsonrpc, id }) => [jsonrpc, id]).sort()).toEqual([
      ["2.0", 1],
      ["2.0", 2],
      ["2.0", 3],
    ]);
  });

  it("refuses an address that is none", async () => {
    const child = spawn(process.execPath, [join(rootFolder(), "dist/firn.mjs"), "mcp", "--url", "ftp://x"]);
    let said = "";
    child.stderr.on("data", (part) => {
      said += String(part);
    });
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(1);
    expect(said).toBe("firn: --url must be like http://127.0.0.1:8080\n");
  });

  it("says in an answer that no API is there, and goes on", async () => {
    const client = await connect("stdio", "http://127.0.0.1:9");
    const { isError, content } = await call(client, "status", {});
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining("127.0.0.1:9")]);
    expect((await client.listTools()).tools.length).toBe(TOOLS.length);
  });
});
