import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { getPanel } from "../../contract/operator/access";
import { ACTIONS } from "../../contract/operator/actions";
import { listAudit } from "../../contract/operator/audit";
import { getConsole } from "../../contract/operator/console";
import { getOverview } from "../../contract/operator/overview";
import { openRecording } from "../../devnet/recording";
import { type Devnet, serveDevnet } from "../../devnet/serve";
import { freshFolder, openRelay, openRig } from "../../testbed/operator";

const X_CHAIN = "hgcLwLjqKMQupc9PLPWjSrAKr2i4P9wa1cqWg7rqP54dMqCX1";

const nodeFolder = mkdtempSync(join(tmpdir(), "firn-console-"));
let node: Devnet;

beforeAll(async () => {
  const recording = await openRecording("custom-network");
  node = await serveDevnet({ recording, port: 0, dataDir: nodeFolder, admin: true });
});
afterAll(async () => {
  await node.close();
  rmSync(nodeFolder, { recursive: true });
});

describe("an action", () => {
  it("shows the exact request, the exact answer, and a curl command that repeats it", async () => {
    const { client, signIn } = await openRig({ nodeUrl: node.url.replace("//", "//user:pa'ss@") });
    const session = await signIn();
    const sent = { endpoint: "bc/X", alias: "it.s/mine" };
    const outcome = await client.ask(ACTIONS.alias, { session, sent });
    const request =
      '{"jsonrpc":"2.0","id":1,"method":"admin.alias","params":{"endpoint":"bc/X","alias":"it.s/mine"}}';
    expect(outcome).toMatchObject({
      method: "admin.alias",
      outcome: "done",
      status: 200,
      request,
      curl: `curl --user NAME:PASSWORD -H 'content-type: application/json' --data '${request}' '${node.url}/ext/admin'`,
    });
    expect(JSON.parse(outcome.answer ?? "")).toMatchObject({ result: {} });
    expect(JSON.stringify(outcome)).not.toContain("pa'ss");
    const answer = await fetch(`${node.url}/ext/it.s/mine`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"avm.getHeight","params":{}}',
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["alias", { endpoint: "info", alias: "../admin" }],
    ["alias", { endpoint: "info", alias: "a/../../b" }],
    ["alias", { endpoint: "info", alias: "a//b" }],
    ["alias", { endpoint: "info", alias: "/a" }],
    ["alias", { endpoint: "info", alias: "a%2f.." }],
    ["alias", { endpoint: "info", alias: "a?b#c" }],
    ["alias", { endpoint: "info", alias: "a\\b" }],
    ["alias", { endpoint: "info", alias: "a\r\nX-Injected: 1" }],
    ["alias", { endpoint: "info", alias: "" }],
    ["alias", { endpoint: "info", alias: "a".repeat(513) }],
    ["alias", { endpoint: "admin", alias: "harmless" }],
    ["alias", { endpoint: "https://evil.example", alias: "harmless" }],
    ["alias", { endpoint: ["info"], alias: "harmless" }],
    ["aliasChain", { chain: "X", alias: "a/b" }],
    ["aliasChain", { chain: "X", alias: ".." }],
    ["aliasChain", { chain: "X", alias: X_CHAIN }],
    ["aliasChain", { chain: "../X", alias: "harmless" }],
    ["getChainAliases", { chain: "X" }],
    ["setLoggerLevel", { loggerName: "C\r\nSet-Cookie: a=b", logLevel: "INFO" }],
    ["setLoggerLevel", { loggerName: "C\u2028", logLevel: "INFO" }],
    ["setLoggerLevel", { loggerName: "C\u202e", logLevel: "INFO" }],
    ["setLoggerLevel", { loggerName: "", logLevel: "INFO" }],
    ["setLoggerLevel", { loggerName: "C" }],
    ["setLoggerLevel", { loggerName: "C", logLevel: "LOUD" }],
    ["setLoggerLevel", { loggerName: "C", logLevel: "INFO", putBackAfterMinutes: 0 }],
    ["setLoggerLevel", { loggerName: "C", logLevel: "INFO", putBackAfterMinutes: 1e9 }],
    ["getLoggerLevel", { loggerName: "a".repeat(257) }],
  ] as const)("%s with %j is refused unsent, and recorded in visible characters", async (name, sent) => {
    const relay = await openRelay(node.url);
    const { client, signIn } = await openRig({ nodeUrl: relay.url });
    const session = await signIn();
    relay.asked.length = 0;
    await expect(client.ask(ACTIONS[name], { session, sent: sent as never })).rejects.toMatchObject({
      code: "BAD_PARAMETER",
    });
    expect(relay.asked.filter((body) => !body.includes("getLoggerLevel"))).toEqual([]);
    const { entries } = await client.ask(listAudit, { session, query: { outcome: "denied" } });
    expect(entries).toMatchObject([{ method: `admin.${name}`, outcome: "denied" }]);
    expect(JSON.stringify(entries)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  it.each([
    [
      "memoryProfile",
      { method: "admin.getConfig", url: "http://evil.example", id: 7, jsonrpc: "1.0", params: {} },
    ],
    ["setLoggerLevel", { loggerName: "X", logLevel: "DEBUG", minutes: "-1" }],
    ["setLoggerLevel", { loggername: "X", logLevel: "DEBUG" }],
    ["loadVMs", { force: "true" }],
  ] as const)(
    "%s with %j is refused unsent: the unknown parameter is named and recorded",
    async (name, sent) => {
      const relay = await openRelay(node.url);
      const { client, signIn } = await openRig({ nodeUrl: relay.url });
      const session = await signIn();
      relay.asked.length = 0;
      const strange = Object.keys(sent).find((key) => !["loggerName", "logLevel"].includes(key));
      const said = `"${strange}" is not a parameter here`;
      await expect(client.ask(ACTIONS[name], { session, sent: sent as never })).rejects.toMatchObject({
        code: "BAD_PARAMETER",
        message: expect.stringContaining(said),
      });
      expect(relay.asked.filter((body) => !body.includes("getLoggerLevel"))).toEqual([]);
      const { entries } = await client.ask(listAudit, { session, query: { outcome: "denied" } });
      expect(entries).toMatchObject([{ method: `admin.${name}`, said: expect.stringContaining(said) }]);
    },
  );

  it("is audited with its answer or error", async () => {
    const { client, signIn } = await openRig({ nodeUrl: node.url });
    const session = await signIn();
    const sent = { loggerName: '=HYPERLINK("http://evil.example")', logLevel: "INFO" as const };
    await client.ask(ACTIONS.setLoggerLevel, { session, sent });
    await client.ask(ACTIONS.getChainAliases, { session, sent: { chain: X_CHAIN } });
    const { entries, nextBefore } = await client.ask(listAudit, { session, query: { pageSize: 2 } });
    expect(entries).toMatchObject([
      { method: "admin.getChainAliases", outcome: "done", parameters: `{"chain":"${X_CHAIN}"}` },
      { method: "admin.setLoggerLevel", outcome: "refused", said: expect.stringMatching(/not found/) },
    ]);
    const older = await client.ask(listAudit, { session, query: { before: nextBefore ?? 0 } });
    expect(older.entries).toMatchObject([{ method: "firn.signIn", outcome: "done" }]);
  });
});

describe("the console", () => {
  it("shows every logger, and the current aliases of every chain", async () => {
    const { client, signIn } = await openRig({ nodeUrl: node.url });
    const session = await signIn();
    await client.ask(ACTIONS.aliasChain, { session, sent: { chain: "X", alias: "exchange" } });
    await client.ask(ACTIONS.setLoggerLevel, { session, sent: { loggerName: "P", displayLevel: "WARN" } });
    const shown = await client.ask(getConsole, { session });
    expect(shown.troubles).toEqual([]);
    expect(shown.loggers?.map(({ name }) => name)).toEqual(["C", "P", "X", "main", "vm-factory"]);
    expect(shown.loggers?.[1]).toMatchObject({
      file: { level: "INFO" },
      display: { level: "WARN", putBack: { goesBackTo: "INFO" } },
    });
    expect(shown.chains).toContainEqual({
      blockchainId: X_CHAIN,
      loggerName: "X",
      aliases: expect.arrayContaining(["X", "avm", "exchange"]),
    });
    expect(shown.vms?.flatMap(({ names }) => names)).toEqual(
      expect.arrayContaining(["platform", "avm", "evm"]),
    );
  });

  it("keeps the state of the CPU profile across its own restart, and reminds the operator of a long one", async () => {
    const profileDir = join(nodeFolder, "profiles");
    const first = await openRig({ nodeUrl: node.url, profileDir });
    const session = await first.signIn();
    const started = await first.client.ask(ACTIONS.startCPUProfiler, { session });
    await first.operator.close();
    const { dataDir, clock } = first;
    clock.now += 11 * 60_000;
    const { client } = await openRig({ nodeUrl: node.url, profileDir, dataDir, clock });
    const running = (await client.ask(getConsole, { session })).profiles;
    expect(running.cpu).toEqual({
      file: "cpu.profile",
      state: "profiling",
      sinceMs: started.askedAtMs,
      remind: true,
    });
    expect(running.folder).toBe(profileDir);
    const again = await client.ask(ACTIONS.startCPUProfiler, { session });
    expect(again.error?.message).toBe("cpu profiler already running");
    expect((await client.ask(getConsole, { session })).profiles.cpu.sinceMs).toBe(started.askedAtMs);

    const stopped = await client.ask(ACTIONS.stopCPUProfiler, { session });
    await client.ask(ACTIONS.memoryProfile, { session });
    const { cpu, memory, lock } = (await client.ask(getConsole, { session })).profiles;
    expect(cpu).toMatchObject({ state: "idle", writtenAtMs: stopped.askedAtMs });
    expect(memory.writtenAtMs).toBeDefined();
    expect(lock.writtenAtMs).toBeUndefined();
    expect(existsSync(join(profileDir, cpu.file)) && existsSync(join(profileDir, memory.file))).toBe(true);
  });

  it("knows that a CPU profile ends with the node's process", async () => {
    const { client, clock, signIn } = await openRig({ nodeUrl: node.url });
    const session = await signIn();
    const now = clock.now;
    clock.now = Math.floor(performance.timeOrigin) - 60_000;
    const earlier = await signIn();
    await client.ask(ACTIONS.startCPUProfiler, { session: earlier });
    clock.now = now;
    expect((await client.ask(getConsole, { session })).profiles.cpu.state).toBe("idle");
    await client.ask(ACTIONS.stopCPUProfiler, { session });
  });

  it("shows which VMs were loaded and which failed", async () => {
    const { client, signIn } = await openRig({ nodeUrl: node.url });
    const session = await signIn();
    const vmId = "tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH";
    mkdirSync(join(nodeFolder, "plugins"));
    writeFileSync(join(nodeFolder, "plugins", vmId), "", { mode: 0o644 });
    const outcome = await client.ask(ACTIONS.loadVMs, { session });
    expect((await client.ask(getConsole, { session })).lastLoad).toEqual({
      atMs: outcome.askedAtMs,
      newVMs: [],
      failedVMs: [{ vmId, reason: expect.stringMatching(/permission denied$/) }],
    });
  });

  it("shows the node's health with reasons, peers, chains and indexes", async () => {
    const { client, signIn } = await openRig({ nodeUrl: node.url });
    const session = await signIn();
    const overview = await client.ask(getOverview, { session });
    expect(overview.version).toMatch(/^avalanchego\//);
    expect(overview.nodeId).toMatch(/^NodeID-/);
    expect(overview.startedAtMs).toBeGreaterThan(0);
    expect(overview.health?.checks.length).toBeGreaterThan(3);
    expect(overview.chains).toEqual(["P", "X", "C"].map((chain) => ({ chain, bootstrapped: true })));
    expect(overview.indexes.find(({ name }) => name === "P/block")).toMatchObject({ state: "enabled" });
    expect(overview.peers?.count).toBe(overview.peers?.peers.length);
    // Firn's own API is not running here. The rest is shown anyway.
    expect(overview.troubles).toEqual([
      expect.stringMatching(/^acceptance lag: /),
      expect.stringMatching(/^validation: /),
    ]);
  });
});

it("closes when the node restarts without its admin API, and opens when that returns", async () => {
  const recording = await openRecording("custom-network");
  const dataDir = freshFolder();
  const serve = (admin: boolean, port: number) => serveDevnet({ recording, port, dataDir, admin });
  const first = await serve(true, 0);
  const { client, operator, signIn } = await openRig({ nodeUrl: first.url });
  const session = await signIn();
  const stateNow = async () => {
    await operator.tick();
    const { state, reason } = await client.ask(getPanel, { session });
    return [state, reason?.code];
  };
  expect(await stateNow()).toEqual(["open", undefined]);
  await first.close();
  expect(await stateNow()).toEqual(["off", "NODE_UNREACHABLE"]);
  const second = await serve(false, first.port);
  expect(await stateNow()).toEqual(["off", "ADMIN_DISABLED"]);
  await second.close();
  const third = await serve(true, first.port);
  onTestFinished(() => third.close());
  expect(await stateNow()).toEqual(["open", undefined]);
});
