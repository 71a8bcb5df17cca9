import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { formatId, formatNodeId, parseId } from "../avalanche/ids";
import { debugTraceBlockByNumber, ethBlockNumber } from "../contract/node/evm";
import { INDEX_NAMES } from "../contract/node/index";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { ConfigError, describeError, NodeError } from "../errors";
import { listenOnLoopback } from "../listen";
import type { RetryPolicy } from "./http";
import { openNode } from "./node";

let recording: Recording;

beforeAll(async () => {
  recording = await openRecording("custom-network");
});

const UNKNOWN_ID = parseId("WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43");

describe.each(["seed", "avalanchego"] as const)("a node with the form %s", (nodeForm) => {
  let devnet: Devnet;

  beforeAll(async () => {
    devnet = await serveDevnet({ recording, port: 0, nodeForm });
  });
  afterAll(() => devnet.close());

  it("returns every container with its bytes, number and time of acceptance", async () => {
    const node = openNode(devnet.url);
    // In the interface document's form, X/tx holds more than was recorded.
    for (const name of INDEX_NAMES.filter((each) => each !== "X/tx")) {
      const found = await node.getContainerRange(name, 0, 5000);
      const recorded = recording.containers[name];
      expect(
        found.map(({ bytes, containerId, index }) => [toHex(bytes), formatId(containerId), index]),
      ).toEqual(recorded.map(({ bytes, id, index }) => [bytes, id, index]));
    }
    const [first] = await node.getContainerRange("P/block", 0, 1);
    // 2026-11-21T00:43:42.125467155Z
    expect(first?.acceptedAtNs).toBe(1795221822125467155n);
  });

  it("returns single containers by number, by id, and the last", async () => {
    const node = openNode(devnet.url);
    const last = await node.getLastAccepted("P/block");
    expect(last?.index).toBe(109);
    expect(await node.getContainerByIndex("P/block", 109)).toEqual(last);
    expect(await node.getContainerById("P/block", last?.containerId ?? UNKNOWN_ID)).toEqual(last);
    expect(await node.getIndex("P/block", last?.containerId ?? UNKNOWN_ID)).toBe(109);
    expect(await node.isAccepted("P/block", last?.containerId ?? UNKNOWN_ID)).toBe(true);
  });

  it("returns undefined for what does not exist", async () => {
    const node = openNode(devnet.url);
    expect(await node.getContainerRange("P/block", 110, 10)).toEqual([]);
    expect(await node.getContainerRange("X/vtx", 0, 10)).toEqual([]);
    expect(await node.getContainerRange("P/block", 0, 0)).toEqual([]);
    expect(await node.getLastAccepted("X/vtx")).toBeUndefined();
    expect(await node.getContainerByIndex("P/block", 110)).toBeUndefined();
    expect(await node.getContainerById("P/block", UNKNOWN_ID)).toBeUndefined();
    expect(await node.getIndex("P/block", UNKNOWN_ID)).toBeUndefined();
    expect(await node.isAccepted("P/block", UNKNOWN_ID)).toBe(false);
    expect(await node.getPBlock(UNKNOWN_ID)).toBeUndefined();
    expect(await node.getPBlockByHeight(111n)).toBeUndefined();
    expect(await node.getBlockchainId("Z")).toBeUndefined();
  });

  it("reports its ids and version", async () => {
    const node = openNode(devnet.url);
    expect(await node.getNetworkId()).toBe(54321);
    expect(formatNodeId(await node.getNodeId())).toBe("NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg");
    expect(await node.getNodeVersion()).toBe("avalanchego/1.14.2");
    expect(await node.isBootstrapped("P")).toBe(true);
    expect(formatId((await node.getBlockchainId("X")) ?? UNKNOWN_ID)).toBe(recording.network.xChainId);
    expect((await node.getHealth()).healthy).toBe(true);
  });

  it("returns P-Chain blocks, genesis included, and reads of the C-Chain", async () => {
    const node = openNode(devnet.url);
    const genesis = await node.getPBlockByHeight(0n);
    expect(genesis && toHex(genesis)).toBe(recording.genesis.platformBlock);
    const first = fromHex(recording.containers["P/block"][0]?.bytes ?? "");
    expect(await node.getPBlockByHeight(1n)).toEqual(first);
    expect(await node.call("/ext/bc/C/rpc", ethBlockNumber, [])).toBe(202n);
    const traces = await node.call("/ext/bc/C/rpc", debugTraceBlockByNumber, [
      "0x1",
      { tracer: "callTracer" },
    ]);
    expect(traces).toEqual(recording.evm[1]?.traces);
  });
});

describe("a node that misbehaves", () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A client of a server that answers like this. */
  async function nodeThat(answer: RequestListener, options: Parameters<typeof openNode>[1] = {}) {
    const server = createServer(answer);
    servers.push(server);
    return openNode(await listenOnLoopback(server), { timeoutMs: 60_000, ...options });
  }

  const json = (response: ServerResponse, body: string) =>
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  const container = (member: string) =>
    `{"jsonrpc":"2.0","id":1,"result":[{"id":"${formatId(UNKNOWN_ID)}","bytes":"0x","timestamp":"2026-11-21T00:43:42Z","encoding":"hex","index":"0",${member}}]}`;

  it.each([
    ["garbage", "NODE_BAD_ANSWER", "<html>", "not JSON-RPC"],
    ["half a document", "NODE_BAD_ANSWER", '{"jsonrpc":"2.0","id":1,"resul', "not JSON-RPC"],
    ["nothing", "NODE_BAD_ANSWER", "", "not JSON-RPC"],
    ["another form", "NODE_BAD_ANSWER", '{"jsonrpc":"2.0","id":1,"result":{"containers":5}}', "another form"],
    ["no result", "NODE_BAD_ANSWER", '{"jsonrpc":"2.0","id":1,"result":"x"}', "another form"],
    ["a container without a checksum", "NODE_BAD_ANSWER", container('"bytes":"0x00"'), "malformed container"],
    [
      "a malformed id",
      "NODE_BAD_ANSWER",
      container('"bytes":"0xe3b0c442","id":"x"'),
      "malformed id of container",
    ],
    [
      "a malformed time",
      "NODE_BAD_ANSWER",
      container('"bytes":"0x7852b855","timestamp":"yesterday"'),
      '"yesterday"',
    ],
    [
      "a time that no column holds",
      "NODE_BAD_ANSWER",
      container('"bytes":"0x7852b855","timestamp":"9999-01-01T00:00:00Z"'),
      'container 0 was accepted at "9999-01-01T00:00:00Z", which is not a time in the past',
    ],
    ["a negative number", "NODE_BAD_ANSWER", container('"bytes":"0x7852b855","index":-1'), "another form"],
    [
      "an error",
      "NODE_RPC_ERROR",
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"broken"}}',
      "broken",
    ],
  ])("with %s is a NodeError %s", async (_what, code, body, message) => {
    const node = await nodeThat((_request, response) => json(response, body));
    const error = await node.getContainerRange("P/block", 0, 1).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NodeError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each([
    [
      404,
      "/ext/index/P/block",
      "INDEX_DISABLED",
      "Firn reads blocks by height instead; with --index-enabled=true it also shows proposers and acceptance times",
    ],
    [503, "not done bootstrapping", "NODE_NOT_BOOTSTRAPPED", "Firn continues by itself"],
    [403, "HTTP 403 (invalid host specified)", "NODE_BAD_ANSWER", "--http-allowed-hosts"],
    [301, "HTTP 301", "NODE_BAD_ANSWER", "the node's log"],
  ])("with status %i leads to a hint", async (status, message, code, hint) => {
    const body = status === 403 ? "invalid host specified\n" : "";
    const node = await nodeThat((_request, response) =>
      response.writeHead(status, { location: "/" }).end(body),
    );
    const error = await node.getContainerRange("P/block", 0, 1).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  it("by never answering is abandoned in time", async () => {
    const node = await nodeThat(() => {}, { timeoutMs: 50 });
    await expect(node.getNetworkId()).rejects.toMatchObject({ code: "NODE_TIMEOUT" });
  });

  it("by stopping in the middle of an answer is abandoned in time", async () => {
    const node = await nodeThat((_request, response) => void response.write('{"jsonrpc"'), { timeoutMs: 50 });
    await expect(node.getNetworkId()).rejects.toMatchObject({ code: "NODE_TIMEOUT" });
  });

  it.each([
    ["before", (response: ServerResponse) => response.destroy()],
    [
      "within",
      (response: ServerResponse) =>
        response.writeHead(200, { "content-length": 100 }).write("{", () => response.destroy()),
    ],
  ])("by hanging up %s its answer is unreachable", async (_when, hangUp) => {
    const node = await nodeThat((_request, response) => void hangUp(response));
    await expect(node.getNetworkId()).rejects.toMatchObject({ code: "NODE_UNREACHABLE" });
  });

  it("by being down is unreachable, without credentials in any text", async () => {
    const { port, ...devnet } = await serveDevnet({ recording, port: 0 });
    await devnet.close();
    const node = openNode(`http://me:secret@127.0.0.1:${port}`);
    const error = await node.getNetworkId().catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "NODE_UNREACHABLE" });
    expect(describeError(error)).toBe(
      `no answer from http://127.0.0.1:${port} (ECONNREFUSED): start the node, or set FIRN_NODE_URL to where it listens`,
    );
    expect(JSON.stringify({ ...node, error })).not.toContain("secret");
  });

  it("by an endless answer is cut off, and a range is requested in smaller parts", async () => {
    const asked: number[] = [];
    const node = await nodeThat(
      (request, response) => {
        let body = "";
        request.on("data", (chunk) => {
          body += chunk;
        });
        request.on("end", () => {
          const { numToFetch } = JSON.parse(body).params;
          asked.push(numToFetch);
          const containers = Array.from({ length: numToFetch }, () => ({
            id: formatId(UNKNOWN_ID),
            bytes: "0x7852b855",
            timestamp: "2026-11-21T00:43:42Z",
            encoding: "hex",
            index: 0,
          }));
          json(response, JSON.stringify({ jsonrpc: "2.0", id: 1, result: { containers } }));
        });
      },
      { maxBytes: 800 },
    );
    const found = await node.getContainerRange("P/block", 0, 1024);
    expect(asked).toEqual([1024, 512, 256, 128, 64, 32, 16, 8, 4]);
    expect(found).toHaveLength(4);
    await expect(
      (
        await nodeThat((_request, response) => json(response, " ".repeat(1000)), { maxBytes: 800 })
      ).getNetworkId(),
    ).rejects.toMatchObject({
      code: "NODE_BAD_ANSWER",
      message: expect.stringContaining("longer than 800 bytes"),
    });
  });

  it("for a while is retried with growing delays until it answers", async () => {
    const waits: number[] = [];
    let calls = 0;
    const retry: RetryPolicy = {
      attempts: 6,
      firstDelayMs: 100,
      maxDelayMs: 500,
      sleep: async (ms) => void waits.push(ms),
    };
    const answer: RequestListener = (_request, response) =>
      ++calls < 6
        ? response.writeHead(503).end()
        : json(response, '{"jsonrpc":"2.0","id":1,"result":{"networkID":"7"}}');
    const node = await nodeThat(answer, { retry });
    expect(await node.getNetworkId()).toBe(7);
    expect(waits).toEqual([100, 200, 400, 500, 500]);
  });

  it("permanently is not retried, nor is any node after the last attempt", async () => {
    let calls = 0;
    const retry: RetryPolicy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 1, sleep: async () => {} };
    const answerWith = (status: number) => (_request: unknown, response: ServerResponse) => {
      calls++;
      response.writeHead(status).end();
    };
    await expect(
      (await nodeThat(answerWith(404), { retry })).getLastAccepted("P/block"),
    ).rejects.toMatchObject({
      code: "INDEX_DISABLED",
    });
    expect(calls).toBe(1);
    await expect((await nodeThat(answerWith(503), { retry })).getNetworkId()).rejects.toMatchObject({
      code: "NODE_NOT_BOOTSTRAPPED",
    });
    expect(calls).toBe(4);
  });

  it("is not asked again once the caller gives up", async () => {
    const node = await nodeThat(() => {});
    const controller = new AbortController();
    const asked = node.getNetworkId({ signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });
});

describe("the URL of a node", () => {
  it("may have credentials and a path, which go into the request and nowhere else", async () => {
    const seen: string[] = [];
    const fetchSeen: typeof fetch = async (input, init) => {
      seen.push(String(input), String(new Headers(init?.headers).get("authorization")));
      return new Response('{"jsonrpc":"2.0","id":1,"result":{"networkID":1}}');
    };
    const node = openNode("https://me:p%40ss@example.org/base/", { fetch: fetchSeen });
    expect(await node.getNetworkId()).toBe(1);
    expect(seen).toEqual(["https://example.org/base/ext/info", `Basic ${btoa("me:p@ss")}`]);
    expect(node.origin).toBe("https://example.org");
  });

  it.each(["", "localhost:9650", "ftp://example.org", "http://"])("is refused if it is %j", (url) => {
    expect(() => openNode(url)).toThrow(ConfigError);
  });
});
