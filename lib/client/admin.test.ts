import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseId } from "../avalanche/ids";
import type { NodeFormName } from "../devnet/node-form";
import { openRecording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { NodeError } from "../errors";
import { openAdminClient } from "./admin";
import { openNode } from "./node";

const root = mkdtempSync(join(tmpdir(), "firn-admin-client-"));
const opened: Devnet[] = [];
afterAll(async () => {
  await Promise.all(opened.map((devnet) => devnet.close()));
  rmSync(root, { recursive: true });
});

async function serve(dataDir: string, options: { nodeForm?: NodeFormName; admin: boolean }) {
  const recording = await openRecording("custom-network");
  const devnet = await serveDevnet({ recording, port: 0, dataDir, ...options });
  opened.push(devnet);
  return openAdminClient(openNode(devnet.url));
}

describe.each(["seed", "avalanchego"] as const)("the admin client of a node with the form %s", (nodeForm) => {
  let dataDir: string;
  let admin: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(root, "data-"));
    admin = await serve(dataDir, { nodeForm, admin: true });
  });

  it("reads and changes levels of one logger and of all", async () => {
    await admin.setLoggerLevel({ loggerName: "P", logLevel: "DEBUG" });
    expect(await admin.getLoggerLevels("P")).toEqual({ P: { logLevel: "DEBUG", displayLevel: "INFO" } });
    await admin.setLoggerLevel({ displayLevel: "OFF" });
    const levels = (await admin.getLoggerLevels()) ?? {};
    expect(Object.keys(levels)).toEqual(["C", "P", "X", "main", "vm-factory"]);
    expect(new Set(Object.values(levels).map(({ displayLevel }) => displayLevel))).toEqual(new Set(["OFF"]));
    expect(await admin.getLoggerLevels("nope")).toBeUndefined();
  });

  it("sets and lists aliases", async () => {
    const xChainId = parseId("hgcLwLjqKMQupc9PLPWjSrAKr2i4P9wa1cqWg7rqP54dMqCX1");
    await admin.alias("bc/X", "mine");
    await admin.aliasChain("X", "mine");
    expect((await admin.getChainAliases(xChainId))?.slice(-1)).toEqual(["mine"]);
    expect(await admin.getChainAliases(new Uint8Array(32).fill(7))).toBeUndefined();
    await expect(admin.aliasChain("X", "mine")).rejects.toThrow("alias already mapped to an ID: mine");
  });

  it("writes profiles and loads virtual machines", async () => {
    await admin.startCpuProfiler();
    await admin.stopCpuProfiler();
    await admin.memoryProfile();
    await admin.lockProfile();
    expect(readdirSync(join(dataDir, "profiles")).sort()).toEqual([
      "cpu.profile",
      "lock.profile",
      "mem.profile",
    ]);
    expect(await admin.loadVMs()).toEqual({ newVMs: {}, failedVMs: {} });
    const id = "tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH";
    mkdirSync(join(dataDir, "plugins"));
    writeFileSync(join(dataDir, "plugins", id), "", { mode: 0o644 });
    expect((await admin.loadVMs()).failedVMs[id]).toMatch(/permission denied$/);
  });
});

describe("a node without the admin API", () => {
  it("is distinguished from one that fails, with a hint", async () => {
    const admin = await serve(mkdtempSync(join(root, "data-")), { admin: false });
    const error = await admin.getLoggerLevels().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NodeError);
    expect(error).toMatchObject({
      code: "ADMIN_DISABLED",
      hint: "start the node with --api-admin-enabled=true",
    });
  });
});
