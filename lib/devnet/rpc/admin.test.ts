import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRecording, type Recording } from "../recording";
import { type Devnet, serveDevnet } from "../serve";

const X_ID = "hgcLwLjqKMQupc9PLPWjSrAKr2i4P9wa1cqWg7rqP54dMqCX1";
const LAST = { method: "index.getLastAccepted", params: { encoding: "hex" } };

const root = mkdtempSync(join(tmpdir(), "firn-admin-"));
let recording: Recording;
let devnet: Devnet;
let dataDir: string;
let displayed: string[];
const opened: Devnet[] = [];

beforeAll(async () => {
  recording = await openRecording("custom-network");
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  rmSync(root, { recursive: true });
});
beforeEach(async () => {
  dataDir = mkdtempSync(join(root, "data-"));
  displayed = [];
  devnet = await serve({});
});

async function serve(options: Partial<Parameters<typeof serveDevnet>[0]>): Promise<Devnet> {
  const display = (line: string) => displayed.push(line);
  const served = await serveDevnet({ recording, port: 0, dataDir, admin: true, display, ...options });
  opened.push(served);
  return served;
}

/** Status and body of a POST whose path is sent unchanged. */
function post(path: string, body: unknown, to = devnet): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const outgoing = request({ port: to.port, method: "POST", path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...(body as object) }));
  });
}

/** The result, or the error's message. */
async function call(path: string, method: string, params: unknown = {}, to = devnet): Promise<unknown> {
  const reply = JSON.parse((await post(path, { method, params }, to)).body);
  return reply.error?.message ?? reply.result;
}

const admin = (method: string, params?: unknown) => call("/ext/admin", `admin.${method}`, params);

describe("the admin API", () => {
  it("is off by default", async () => {
    const { status, body } = await post(
      "/ext/admin",
      { method: "admin.getLoggerLevel" },
      await serve({ admin: false }),
    );
    expect({ status, body }).toEqual({ status: 404, body: "404 page not found\n" });
  });

  it("requires a folder to write into", async () => {
    await expect(serve({ dataDir: undefined })).rejects.toThrow("has no data folder");
  });

  it("does not serve the configuration or the database", async () => {
    expect(await admin("getConfig")).toBe('rpc: can\'t find method "admin.GetConfig"');
    expect(await admin("dbGet", { key: "0x00" })).toBe('rpc: can\'t find method "admin.DbGet"');
  });

  it.each([
    ["seed", {}],
    ["avalanchego", { loggerLevels: { C: { logLevel: "VERBO", displayLevel: "INFO" } } }],
  ] as const)("answers with a changed level in the node form %s", async (nodeForm, result) => {
    const node = await serve({ nodeForm, dataDir: mkdtempSync(join(root, "data-")) });
    const params = { loggerName: "C", logLevel: "verbo" };
    expect(await call("/ext/admin", "admin.setLoggerLevel", params, node)).toEqual(result);
    expect(await call("/ext/admin", "admin.getLoggerLevel", { loggerName: "C" }, node)).toEqual({
      loggerLevels: { C: { logLevel: "VERBO", displayLevel: "INFO" } },
    });
  });
});

describe("an endpoint's alias", () => {
  it("serves the endpoint and what is below it, and the original keeps working", async () => {
    expect(await admin("alias", { endpoint: "bc/C", alias: "my/chain" })).toEqual({});
    expect(await call("/ext/my/chain/rpc", "eth_chainId", [])).toBe("0xabdf");
    expect(await call("/ext/bc/C/rpc", "eth_chainId", [])).toBe("0xabdf");
    expect((await post("/ext/my/chain", LAST)).status).toBe(404);
  });

  it("counts bytes, not characters", async () => {
    expect(await admin("alias", { endpoint: "info", alias: "é".repeat(256) })).toEqual({});
    expect(await call(encodeURI(`/ext/${"é".repeat(256)}`), "info.getNetworkID")).toEqual({
      networkID: "54321",
    });
    expect(await admin("alias", { endpoint: "info", alias: "é".repeat(257) })).toBe(
      "alias length is too long",
    );
  });

  it.each([
    ["that leaves its folder", "../../../etc/passwd"],
    ["with control characters", "a\r\nset-cookie: x=1\r\n\r\n\u0000"],
    ["of a template", "{x:.*}"],
    ["with a query", "a?b#c"],
    ["that is half a character", "\ud800"],
  ])("%s hides nothing, writes nothing and changes no other answer", async (_what, alias) => {
    const before = readdirSync(dataDir, { recursive: true }).sort();
    expect(await admin("alias", { endpoint: "index/P", alias })).toEqual({});
    expect(await admin("aliasChain", { chain: "X", alias })).toEqual({});
    for (const path of ["/ext/info", "/ext/index/P/block", "/ext/bc/C/rpc"]) {
      expect((await post(path, LAST)).status).toBe(200);
    }
    expect((await post("/etc/passwd", LAST)).status).toBe(404);
    expect((await post("/ext/anything", LAST)).status).toBe(404);
    expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(before);
  });
});

describe("a chain's alias", () => {
  it("works wherever the blockchain's id does", async () => {
    expect(await admin("aliasChain", { chain: X_ID, alias: "mine" })).toEqual({});
    expect(await admin("aliasChain", { chain: "mine", alias: "mine too" })).toEqual({});
    expect(await call("/ext/info", "info.getBlockchainID", { alias: "mine" })).toEqual({
      blockchainID: X_ID,
    });
    expect(await call("/ext/info", "info.isBootstrapped", { chain: "mine" })).toEqual({
      isBootstrapped: true,
    });
    expect(await call("/ext/bc/mine%20too/wallet", "wallet.nope")).toBe(
      'rpc: can\'t find method "wallet.Nope"',
    );
    expect(await admin("getChainAliases", { chain: X_ID })).toEqual({
      aliases: ["X", "avm", X_ID, "mine", "mine too"],
    });
  });

  it("is lost with the process", async () => {
    await admin("aliasChain", { chain: "X", alias: "mine" });
    const again = await serve({ dataDir: mkdtempSync(join(root, "data-")) });
    const params = { alias: "mine" };
    expect(await call("/ext/info", "info.getBlockchainID", params, again)).toBe(
      "there is no ID with alias: mine",
    );
  });

  it.each([
    ["0", "base58 decoding error: invalid base58 digit ('0')"],
    ["'", "base58 decoding error: invalid base58 digit ('\\'')"],
    ["é", "base58 decoding error: high-bit set on invalid digit"],
    [`${X_ID.slice(0, -1)}2`, "invalid input checksum"],
    ["1".repeat(1_000_000), "invalid input checksum"],
    ["7-not cb58", "base58 decoding error: invalid base58 digit ('-')"],
  ])("is refused for %.20s in the decoder's words", async (chain, message) => {
    expect(await admin("getChainAliases", { chain })).toBe(message);
  });
});

describe("log levels", () => {
  const file = (name: string) => {
    const path = join(dataDir, "logs", `${name}.log`);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };

  it("change what is written: a chain's calls from DEBUG on, their bodies from VERBO on", async () => {
    const ask = () => call("/ext/bc/C/rpc", "eth_chainId", []);
    await ask();
    expect(file("C")).toBe("");
    await admin("setLoggerLevel", { loggerName: "C", logLevel: "debug" });
    await ask();
    expect(file("C")).toMatch(
      /DEBUG <C Chain> API called \{"method":"POST","path":"\/ext\/bc\/C\/rpc","status":200/,
    );
    expect(file("C")).not.toContain("eth_chainId");
    await admin("setLoggerLevel", { loggerName: "C", logLevel: "verbo" });
    await ask();
    expect(file("C")).toMatch(/VERBO <C Chain> API answered .*eth_chainId/);
    await admin("setLoggerLevel", { loggerName: "C", logLevel: "off" });
    const length = file("C").length;
    await ask();
    expect(file("C")).toHaveLength(length);
    expect(file("P") + displayed.join("\n")).not.toContain("API called");
    await admin("setLoggerLevel", { loggerName: "C", displayLevel: "DEBUG" });
    await ask();
    expect(displayed.at(-1)).toContain("<C Chain> API called");
    expect(file("C")).toHaveLength(length);
  });

  it("show what each chain accepts", async () => {
    const going = await serve({ acceptance: "manual", dataDir: mkdtempSync(join(root, "data-")) });
    const accepted = going.acceptNext();
    expect(displayed.at(-1)).toContain(`INFO <${accepted?.chain} Chain> accepted container`);
    expect(displayed.at(-1)).toContain(accepted?.container.id);
  });

  it("of a logger with a tricky name do not exist, and no file is created", async () => {
    for (const loggerName of ["../main", "a\r\nb", "__proto__", "C.log"]) {
      const message = await admin("setLoggerLevel", { loggerName, logLevel: "VERBO" });
      expect(message).toBe(`logger with name ${JSON.stringify(loggerName)} not found`);
    }
    expect(readdirSync(join(dataDir, "logs"))).toEqual(["main.log"]);
  });
});

describe("profiles and plugins", () => {
  it("are written where the node keeps them", async () => {
    expect(await admin("stopCPUProfiler")).toBe("cpu profiler doesn't exist");
    for (const method of [
      "startCPUProfiler",
      "stopCPUProfiler",
      "memoryProfile",
      "lockProfile",
      "stacktrace",
    ]) {
      expect(await admin(method)).toEqual({});
    }
    expect(readdirSync(join(dataDir, "profiles")).sort()).toEqual([
      "cpu.profile",
      "lock.profile",
      "mem.profile",
    ]);
    expect(existsSync(join(dataDir, "stacktrace.txt"))).toBe(true);
  });

  it("are found in another folder, and what loads is listed among the VMs", async () => {
    const pluginDir = mkdtempSync(join(root, "plugins-"));
    const id = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
    mkdirSync(join(dataDir, "configs", "vms"), { recursive: true });
    writeFileSync(join(dataDir, "configs", "vms", "aliases.json"), JSON.stringify({ [id]: ["named"] }));
    const plugin = `#!${process.execPath}
const url = "http://" + process.env.AVALANCHE_VM_RUNTIME_ENGINE_ADDR;
const path = "/vm.runtime.Runtime/Initialize";
require("node:http2").connect(url).request({ ":method": "POST", ":path": path }).end(Buffer.from([0, 0, 0, 0, 2, 8, 45]));
`;
    writeFileSync(join(pluginDir, "named"), plugin, { mode: 0o755 });
    const node = await serve({ pluginDir });
    expect(await call("/ext/admin", "admin.loadVMs", {}, node)).toEqual({ newVMs: { [id]: ["named"] } });
    const { vms } = (await call("/ext/info", "info.getVMs", {}, node)) as { vms: Record<string, string[]> };
    expect(vms[id]).toEqual(["named"]);
    expect(Object.keys(vms)).toHaveLength(4);
  });
});
