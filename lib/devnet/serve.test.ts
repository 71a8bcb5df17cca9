import { createServer } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { fromHex } from "../avalanche/codec/bytes";
import { INDEX_NAMES } from "../contract/node/index";
import { parseLossless, stringifyLossless } from "../contract/rpc";
import { ConfigError } from "../errors";
import { listen } from "../listen";
import { encodeBytes } from "./go/hex";
import { openRecording, type Recording } from "./recording";
import { type Devnet, type DevnetOptions, serveDevnet } from "./serve";

const NETWORKS = ["custom-network", "local-network"];
const recordings = new Map<string, Recording>();
const devnets: Devnet[] = [];

beforeAll(async () => {
  for (const name of NETWORKS) recordings.set(name, await openRecording(name));
});
afterAll(async () => {
  await Promise.all(devnets.map((devnet) => devnet.close()));
});

async function serve(options: { name?: string } & Partial<DevnetOptions> = {}) {
  const { name = "custom-network", ...rest } = options;
  const devnet = await serveDevnet({ recording: recordingOf(name), port: 0, ...rest });
  devnets.push(devnet);
  return devnet;
}

function recordingOf(name: string): Recording {
  const recording = recordings.get(name);
  if (recording === undefined) throw new Error(`no recording ${name}`);
  return recording;
}

type Reply = { result?: unknown; error?: { code: number; message: string; data?: unknown } };

async function post(devnet: Devnet, path: string, body: string): Promise<Response> {
  return fetch(devnet.url + path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

async function call(devnet: Devnet, path: string, method: string, params: unknown = {}): Promise<Reply> {
  const response = await post(devnet, path, stringifyLossless({ jsonrpc: "2.0", id: 1, method, params }));
  const { result, error } = parseLossless(await response.text()) as Reply;
  return error === undefined ? { result } : { error };
}

describe.each(NETWORKS)("what was recorded of %s", (name) => {
  it("is served container by container, byte for byte", async () => {
    const devnet = await serve({ name, nodeForm: "avalanchego" });
    for (const index of INDEX_NAMES) {
      const recorded = recordingOf(name).containers[index];
      const expected = recorded.map(({ bytes, ...container }) => ({
        ...container,
        bytes: encodeBytes(fromHex(bytes), "hex"),
        encoding: "hex",
        index: String(container.index),
      }));
      const path = `/ext/index/${index}`;
      const range = await call(devnet, path, "index.getContainerRange", { startIndex: 0, numToFetch: 1024 });
      if (expected.length === 0) {
        expect(range.error?.message).toBe("no containers have been accepted");
        continue;
      }
      expect(range.result).toEqual({ containers: expected });
      const byId = expected.map(({ id }) => call(devnet, path, "index.getContainerByID", { id }));
      expect((await Promise.all(byId)).map(({ result }) => result)).toEqual(expected);
      const last = expected.at(-1);
      expect(await call(devnet, path, "index.getLastAccepted")).toEqual({ result: last });
      expect(await call(devnet, path, "index.getContainerByIndex", { index: last?.index })).toEqual({
        result: last,
      });
      expect(await call(devnet, path, "index.getIndex", { id: last?.id })).toEqual({
        result: { index: last?.index },
      });
      expect(await call(devnet, path, "index.isAccepted", { id: last?.id })).toEqual({
        result: { isAccepted: true },
      });
    }
  });

  it("is decoded to the node's own JSON for every P-Chain block", async () => {
    const devnet = await serve({ name });
    const recorded = recordingOf(name).answers.filter(
      (answer) => answer.method === "platform.getBlockByHeight",
    );
    expect(recorded).toHaveLength(devnet.accepted().P + 1);
    for (const { params, reply } of recorded) {
      const response = await post(
        devnet,
        "/ext/bc/P",
        `{"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":${params}}`,
      );
      const outcome = reply.slice(1, -1);
      expect(await response.text()).toBe(`{"jsonrpc":"2.0",${outcome},"id":1}\n`);
    }
  });

  it("answers every read of the C-Chain that was recorded at its head, and blocks, receipts and traces", async () => {
    const devnet = await serve({ name });
    const path = "/ext/bc/C/rpc";
    const { answers, evm } = recordingOf(name);
    const head = devnet.accepted().C;
    const reads = answers.filter((each) => each.path === path && (each.height ?? head) === head);
    expect(reads.length).toBeGreaterThan(190);
    for (const { method, params, reply } of reads) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
      expect(await (await post(devnet, path, body)).text()).toBe(
        `{"jsonrpc":"2.0","id":1,${reply.slice(1)}\n`,
      );
    }
    for (const [height, { block, receipts, traces }] of evm.entries()) {
      const number = `0x${height.toString(16)}`;
      const expected: [method: string, params: unknown[], result: unknown][] = [
        ["eth_getBlockByNumber", [number, true], block],
        ["eth_getBlockByHash", [block.hash, true], block],
        ["eth_getBlockReceipts", [number], receipts],
        ["debug_traceBlockByNumber", [number, { tracer: "callTracer" }], traces],
        ...receipts.flatMap((receipt, at): [string, unknown[], unknown][] => [
          ["eth_getTransactionReceipt", [receipt.transactionHash], receipt],
          ["eth_getTransactionByHash", [receipt.transactionHash], block.transactions[at]],
        ]),
      ];
      const batch = expected.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
      const replies = expected.map(([, , result], id) => ({ jsonrpc: "2.0", id, result }));
      const response = await post(devnet, path, JSON.stringify(batch));
      expect(await response.text()).toBe(`${JSON.stringify(replies)}\n`);
    }
  });
});

describe("accepting one by one", () => {
  it("moves heads, lists and answers together, in the order of the recorded times", async () => {
    const devnet = await serve({ acceptance: "manual" });
    const last = () => call(devnet, "/ext/index/P/block", "index.getLastAccepted");
    expect((await last()).error?.message).toBe("no containers have been accepted");
    expect(devnet.accepted()).toEqual({ P: 0, X: 0, C: 0 });
    const times: string[] = [];
    for (let accepted = devnet.acceptNext(); accepted !== undefined; accepted = devnet.acceptNext()) {
      times.push(accepted.container.timestamp);
      if (accepted.index !== "P/block" || accepted.container.index > 2) continue;
      const { container } = accepted;
      expect((await last()).result).toMatchObject({ id: container.id, index: String(container.index) });
      const height = container.index + 1;
      expect(await call(devnet, "/ext/bc/P", "platform.getHeight")).toEqual({
        result: { height: String(height) },
      });
      const above = await call(devnet, "/ext/bc/P", "platform.getBlockByHeight", { height: height + 1 });
      expect(above.error?.message).toBe(`couldn't get block at height ${height + 1}: not found`);
    }
    expect(times).toHaveLength(110 + 62 + 202);
    // Fractions of different length would sort wrongly as text: compare at equal length.
    const padded = times.map((time) => time.replace("Z", "").padEnd(29, "0"));
    expect(padded).toEqual([...padded].sort());
    expect(devnet.accepted()).toEqual({ P: 110, X: 62, C: 202 });
  });

  it("hides what is not accepted yet from every read", async () => {
    const devnet = await serve({ acceptance: "manual" });
    const { evm } = recordingOf("custom-network");
    const first = evm[1];
    const reads: [string, unknown[]][] = [
      ["eth_getBlockByHash", [first?.block.hash, false]],
      ["eth_getBlockReceipts", ["0x1"]],
      ["eth_getTransactionReceipt", [first?.receipts[0]?.transactionHash]],
      ["eth_getTransactionByHash", [first?.receipts[0]?.transactionHash]],
    ];
    for (const [method, params] of reads) {
      expect(await call(devnet, "/ext/bc/C/rpc", method, params)).toEqual({ result: null });
    }
    expect(await call(devnet, "/ext/bc/C/rpc", "eth_getBlockByNumber", ["0x1", false])).toEqual({
      error: { code: -32000, message: "cannot query unfinalized data" },
    });
    expect(await call(devnet, "/ext/bc/C/rpc", "eth_blockNumber", [])).toEqual({ result: "0x0" });
  });
});

describe("a node that accepts blocks by itself", () => {
  const healthOf = async (devnet: Devnet) => {
    const { result } = await call(devnet, "/ext/health", "health.health");
    return result as { healthy: boolean; checks: Record<string, { message: { state: string } }> };
  };

  it("advances and reports that in health; at the end of the recording it stops, healthy, and reports that", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const devnet = await serve({ acceptance: 0.9, blockTimeMs: 20 });
    const left = 374 - Math.floor(374 * 0.9);
    expect((await healthOf(devnet)).checks.recording?.message).toMatchObject({
      recordedContainers: 374,
      state: "going on",
    });
    vi.advanceTimersByTime(20 * (left - 1));
    expect((await healthOf(devnet)).checks.recording?.message).toMatchObject({
      acceptedContainers: 373,
      state: "going on",
    });
    vi.advanceTimersByTime(20);
    expect(devnet.accepted()).toEqual({ P: 110, X: 62, C: 202 });
    const { healthy, checks } = await healthOf(devnet);
    expect(healthy).toBe(true);
    expect(checks.recording?.message).toEqual({
      acceptedContainers: 374,
      recordedContainers: 374,
      blockTimeMs: 20,
      state: "at its end: nothing more will be accepted",
    });
  });

  it("has no such check if it does not", async () => {
    expect((await healthOf(await serve())).checks).not.toHaveProperty("recording");
  });
});

describe("state that was not recorded", () => {
  it.each([
    ["eth_getBalance", ["0x0000000000000000000000000000000000000001", "latest"]],
    ["eth_getBalance", ["0x1D813260280Edc736dDd3F0cc1F90a794Ec41377", "0x5"]],
    ["eth_call", [{ to: "0x0000000000000000000000000000000000000001", data: "0x" }, "latest"]],
    ["eth_estimateGas", [{ to: "0x0000000000000000000000000000000000000001" }]],
  ])("is reported as missing: %s", async (method, params) => {
    expect(await call(await serve(), "/ext/bc/C/rpc", method, params)).toEqual({
      error: { code: -32000, message: "missing trie node (not in this recording)" },
    });
  });

  it("is found at the recorded height by number too, with addresses in any case", async () => {
    const devnet = await serve();
    const address = "0x1D813260280Edc736dDd3F0cc1F90a794Ec41377";
    const latest = await call(devnet, "/ext/bc/C/rpc", "eth_getBalance", [address, "latest"]);
    expect(latest.result).toMatch(/^0x/);
    expect(await call(devnet, "/ext/bc/C/rpc", "eth_getBalance", [address.toLowerCase(), "0xca"])).toEqual(
      latest,
    );
  });
});

describe("a recording that a test altered", () => {
  it("is served as altered: other bytes, another number, one container less", async () => {
    const recording = structuredClone(recordingOf("custom-network"));
    const list = recording.containers["P/block"];
    const [first, second] = list;
    if (first === undefined || second === undefined) throw new Error("too short");
    first.bytes = "0x0102";
    second.index = 7;
    list.splice(2, 1);
    const devnet = await serve({ recording });
    const range = await call(devnet, "/ext/index/P/block", "index.getContainerRange", { numToFetch: 3 });
    expect(range.result).toMatchObject([
      { bytes: encodeBytes(fromHex("0x0102"), "hex") },
      { index: "7" },
      { index: "3" },
    ]);
    expect(devnet.accepted().P).toBe(109);
  });
});

describe("starting", () => {
  it("says to use the node that already has the port", async () => {
    const { port, url } = await serve();
    const error = await serveDevnet({ recording: recordingOf("local-network"), port }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      code: "PORT_BUSY",
      message: "a node already answers there",
      hint: `set FIRN_NODE_URL=${url}`,
    });
  });

  it("says that another program has the port", async () => {
    const other = createServer((_request, response) => response.end("hello"));
    const port = await listen(other, { host: "127.0.0.1", port: 0 }, "FIRN_DEVNET_PORT");
    const error = await serveDevnet({ recording: recordingOf("local-network"), port }).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: "PORT_BUSY", message: `port ${port} on 127.0.0.1 is in use` });
    other.close();
  });

  it("refuses an address that is not this machine's", async () => {
    const recording = recordingOf("local-network");
    await expect(serveDevnet({ recording, port: 0, host: "192.0.2.1" })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
    });
  });
});

describe("a node disturbed by a test", () => {
  it("waits, hangs up and answers as instructed", async () => {
    const answers = [false, true];
    const devnet = await serveDevnet({
      recording: recordingOf("local-network"),
      port: 0,
      beforeAnswer: async () => answers.shift() ?? true,
    });
    devnets.push(devnet);
    await expect(call(devnet, "/ext/info", "info.getNetworkID")).rejects.toThrow("fetch failed");
    expect(await call(devnet, "/ext/info", "info.getNetworkID")).toEqual({ result: { networkID: "12345" } });
  });
});

describe("bad input", () => {
  // One node for all: whatever it was sent before, it must answer the next request.
  let devnet: Devnet;

  beforeAll(async () => {
    devnet = await serve();
  });

  const index = "/ext/index/P/block";
  const rpc = "/ext/bc/C/rpc";
  const long = "x".repeat(10 * 1024 * 1024);
  const unmarshal = expect.stringContaining("couldn't unmarshal an argument");

  it.each([
    ["10 MB that are no JSON", index, long, -32700, "invalid character 'x' looking for beginning of value"],
    ["10 MB of open brackets", index, "[".repeat(10 * 1024 * 1024), -32700, "exceeded max depth"],
    [
      "a method of 10 MB",
      index,
      `{"jsonrpc":"2.0","id":1,"method":"${long}"}`,
      -32000,
      expect.stringContaining("ill-formed"),
    ],
    [
      "an id of 10 MB",
      index,
      `{"jsonrpc":"2.0","id":"${long}","method":"index.getIndex","params":{"id":5}}`,
      -32000,
      unmarshal,
    ],
    [
      "a number of 10 MB",
      index,
      `{"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":${"9".repeat(1e7)}}}`,
      -32000,
      unmarshal,
    ],
    [
      "a batch",
      index,
      "[{}]",
      -32700,
      "json: cannot unmarshal array into Go value of type json2.serverRequest",
    ],
    [
      "a number",
      index,
      "12",
      -32700,
      "json: cannot unmarshal number into Go value of type json2.serverRequest",
    ],
    [
      "a key without quotes",
      index,
      "{a:1}",
      -32700,
      "invalid character 'a' looking for beginning of object key string",
    ],
    [
      "prototype keys",
      index,
      '{"jsonrpc":"2.0","id":1,"method":"index.getIndex","params":{"__proto__":{"id":5}}}',
      -32000,
      "not found",
    ],
    [
      "a method named like a member of objects",
      index,
      '{"jsonrpc":"2.0","id":1,"method":"index.constructor"}',
      -32000,
      'rpc: can\'t find method "index.Constructor"',
    ],
    [
      "params nested too deep",
      index,
      `{"jsonrpc":"2.0","id":1,"method":"index.getIndex","params":${"[".repeat(600)}`,
      -32700,
      "exceeded max depth",
    ],
    ["10 MB that are no JSON to geth", rpc, long, -32700, "parse error"],
    ["deep nesting to geth", rpc, "[".repeat(100_000) + "]".repeat(100_000), -32600, "invalid request"],
    ["a number to geth", rpc, "5", -32600, "invalid request"],
    [
      "a malformed hash to geth",
      rpc,
      '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByHash","params":["0xzz",true]}',
      -32602,
      expect.stringContaining("invalid argument 0"),
    ],
    [
      "too many parameters to geth",
      rpc,
      '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[1]}',
      -32602,
      "too many arguments, want at most 0",
    ],
  ])("of %s gets a JSON-RPC error", async (_what, path, body, code, message) => {
    const response = await post(devnet, path, body);
    expect(response.status).toBe(200);
    const reply = JSON.parse(await response.text());
    expect((Array.isArray(reply) ? reply[0] : reply).error).toMatchObject({ code, message });
    expect(await call(devnet, "/ext/info", "info.getNetworkID")).toEqual({ result: { networkID: "54321" } });
  });

  it("of a body beyond the limit is refused, and the next one is answered", async () => {
    const body = Buffer.alloc(17 * 1024 * 1024, 0x20);
    // The refusal may arrive while the body is still being sent. Then the client only sees a closed connection.
    const status = await post(devnet, index, body.toString()).then(
      (response) => response.status,
      () => 413,
    );
    expect(status).toBe(413);
    expect(await call(devnet, "/ext/info", "info.getNetworkID")).toEqual({ result: { networkID: "54321" } });
  });

  it.each([
    ["a path that does not decode", "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", "400"],
    ["dots in a path", "GET /ext/../ext/info HTTP/1.1\r\nHost: localhost\r\n\r\n", "301"],
    [
      "encoded slashes",
      "POST /ext%2finfo/../../etc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
      "301",
    ],
    ["a name that points here", "GET /ext/info HTTP/1.1\r\nHost: localhost.example.org\r\n\r\n", "403"],
    ["a name with an address in it", "GET /ext/info HTTP/1.1\r\nHost: 127.0.0.1.example.org\r\n\r\n", "403"],
    ["a name before an at sign", "GET /ext/info HTTP/1.1\r\nHost: localhost@example.org\r\n\r\n", "403"],
    ["an empty host", "GET /ext/info HTTP/1.1\r\nHost:\r\n\r\n", "405"],
    ["localhost in capitals and with a port", "GET /ext/info HTTP/1.1\r\nHost: LOCALHOST:1\r\n\r\n", "405"],
    ["no HTTP at all", "hello\r\n\r\n", "400"],
  ])("of %s is answered", async (_what, text, status) => {
    const { port } = devnet;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.once("data", (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.once("error", reject);
    });
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });
});
