import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecording } from "../recording";
import { type Devnet, serveDevnet } from "../serve";

/** The interface document's rules for the admin API, in its own form. `rules.test.ts` has the other APIs. */

const X_ID = "hgcLwLjqKMQupc9PLPWjSrAKr2i4P9wa1cqWg7rqP54dMqCX1";
const BROKEN = "tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH";
const EVERY_LOGGER = ["C", "P", "X", "main", "vm-factory"];

const dataDir = mkdtempSync(join(tmpdir(), "firn-admin-rules-"));
let devnet: Devnet;

beforeAll(async () => {
  const recording = await openRecording("custom-network");
  devnet = await serveDevnet({ recording, port: 0, dataDir, admin: true });
});
afterAll(async () => {
  await devnet.close();
  rmSync(dataDir, { recursive: true });
});

async function send(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(devnet.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

/** The result, or the error's message. */
async function call(method: string, params?: object, path = "/ext/admin"): Promise<unknown> {
  const { jsonrpc, id, result, error } = await send(path, { jsonrpc: "2.0", id: 7, method, params });
  expect({ jsonrpc, id }).toEqual({ jsonrpc: "2.0", id: 7 });
  return (error as { message: string } | undefined)?.message ?? result;
}

const levels = (logLevel: string, displayLevel: string, names = EVERY_LOGGER) => ({
  loggerLevels: Object.fromEntries(names.map((name) => [name, { logLevel, displayLevel }])),
});

type Step = [method: string, params: object | undefined, answer: unknown, path?: string];

/** Each rule with the calls that prove it, in order. */
const RULES: Record<string, Step[]> = {
  "alias answers {}; the API is also served at the alias, and the original endpoint keeps working": [
    ["admin.alias", { endpoint: "bc/X", alias: "mine" }, {}],
    ["avm.getHeight", {}, { height: "62" }, "/ext/mine"],
    ["avm.getHeight", {}, { height: "62" }, "/ext/bc/X"],
  ],
  "an alias is at most 512 characters": [
    ["admin.alias", { endpoint: "info", alias: "a".repeat(512) }, {}],
    ["admin.alias", { endpoint: "info", alias: "a".repeat(513) }, "alias length is too long"],
    ["admin.aliasChain", { chain: X_ID, alias: "a".repeat(512) }, {}],
    ["admin.aliasChain", { chain: X_ID, alias: "b".repeat(513) }, "alias length is too long"],
  ],
  "a chain alias may be used anywhere the blockchain id is; the list of aliases includes the id": [
    ["admin.aliasChain", { chain: "C", alias: "contracts" }, {}],
    ["eth_chainId", [], "0xabdf", "/ext/bc/contracts/rpc"],
    ["platform.getBlockchainStatus", { blockchainID: "contracts" }, { status: "Validating" }, "/ext/bc/P"],
    ["info.isBootstrapped", { chain: "contracts" }, { isBootstrapped: true }, "/ext/info"],
    [
      "admin.getChainAliases",
      { chain: "2umUQqwPeZi5M94mn9xhvkneEznoAYVze3GH16Xr1qzvkYeFLL" },
      { aliases: ["C", "evm", "2umUQqwPeZi5M94mn9xhvkneEznoAYVze3GH16Xr1qzvkYeFLL", "contracts"] },
    ],
  ],
  "without loggerName, getLoggerLevel returns all loggers and setLoggerLevel changes all; it answers {}": [
    ["admin.getLoggerLevel", {}, levels("INFO", "INFO")],
    ["admin.setLoggerLevel", { logLevel: "DEBUG", displayLevel: "INFO" }, {}],
    ["admin.getLoggerLevel", undefined, levels("DEBUG", "INFO")],
    ["admin.setLoggerLevel", { loggerName: "C", logLevel: "INFO" }, {}],
    ["admin.setLoggerLevel", { loggerName: "C", displayLevel: "DEBUG" }, {}],
    ["admin.getLoggerLevel", { loggerName: "C" }, levels("INFO", "DEBUG", ["C"])],
    ["admin.getLoggerLevel", { loggerName: "P" }, levels("DEBUG", "INFO", ["P"])],
  ],
  "logLevel and displayLevel must not both be omitted": [
    ["admin.setLoggerLevel", { loggerName: "C" }, "need to specify either displayLevel or logLevel"],
    ["admin.setLoggerLevel", {}, "need to specify either displayLevel or logLevel"],
  ],
  "CPU profiling starts, and stops where it was started; params may be omitted": [
    ["admin.stopCPUProfiler", undefined, "cpu profiler doesn't exist"],
    ["admin.startCPUProfiler", {}, {}],
    ["admin.stopCPUProfiler", undefined, {}],
    ["admin.stopCPUProfiler", {}, "cpu profiler doesn't exist"],
  ],
  "memoryProfile and lockProfile answer {}": [
    ["admin.memoryProfile", {}, {}],
    ["admin.lockProfile", {}, {}],
  ],
  "loadVMs answers newVMs, without failedVMs where none failed": [["admin.loadVMs", {}, { newVMs: {} }]],
};

describe("the interface document's rule that", () => {
  it.each(Object.entries(RULES))("%s", async (_rule, steps) => {
    for (const [method, params, answer, path] of steps)
      expect(await call(method, params, path)).toEqual(answer);
  });

  it("each profile is written to its file", async () => {
    const methods = ["startCPUProfiler", "stopCPUProfiler", "memoryProfile", "lockProfile"];
    for (const method of methods) expect(await call(`admin.${method}`)).toEqual({});
    const files = ["cpu.profile", "mem.profile", "lock.profile"];
    expect(files.map((file) => existsSync(join(dataDir, "profiles", file)))).toEqual([true, true, true]);
  });

  it("loadVMs reports a failure for each VM in failedVMs, inside a normal result", async () => {
    mkdirSync(join(dataDir, "plugins"));
    writeFileSync(join(dataDir, "plugins", BROKEN), "", { mode: 0o644 });
    expect(await call("admin.loadVMs", {})).toEqual({
      newVMs: {},
      failedVMs: { [BROKEN]: expect.stringContaining("permission denied") },
    });
  });
});
