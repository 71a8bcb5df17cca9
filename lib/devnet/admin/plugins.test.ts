import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlugins, type Plugins } from "./plugins";

const GOOD = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
const OTHER = "tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH";
const BUILT_IN = "jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq";
const NOT_FOUND = "handshake failed: vm process not found";

let root: string;
let logged: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "firn-plugins-"));
  mkdirSync(join(root, "plugins"));
  logged = [];
});
afterEach(() => rmSync(root, { recursive: true }));

function open(options: { names?: string; timeoutMs?: number } = {}): Promise<Plugins> {
  const aliasesFile = join(root, "aliases.json");
  if (options.names !== undefined) writeFileSync(aliasesFile, options.names);
  return openPlugins({
    folder: join(root, "plugins"),
    aliasesFile,
    builtIn: { [BUILT_IN ?? ""]: ["avm"] },
    protocolVersion: 45,
    timeoutMs: options.timeoutMs ?? 10_000,
    log: (level, message) => logged.push(`${level} ${message}`),
  });
}

function lay(name: string, script: string, mode = 0o755): string {
  const file = join(root, "plugins", name);
  writeFileSync(file, script, { mode });
  return file;
}

/** A plugin that shakes hands with a protocol version and then would run for ever. */
function introduces(version: number): string {
  return `#!${process.execPath}
const client = require("node:http2").connect("http://" + process.env.AVALANCHE_VM_RUNTIME_ENGINE_ADDR);
require("node:fs").writeFileSync(${JSON.stringify(join(root, "started"))}, JSON.stringify({ env: Object.keys(process.env), pid: process.pid }));
const message = Buffer.from([0, 0, 0, 0, 7, 8, ${version}, 18, 3, 97, 58, 49]);
const call = client.request({
  ":method": "POST", ":path": "/vm.runtime.Runtime/Initialize", "content-type": "application/grpc", te: "trailers",
});
call.end(message);
setInterval(() => {}, 1000);
`;
}

describe("a plugin that shakes hands", () => {
  it("is reported once as a new VM with its names, listed from then on, and leaves no process", async () => {
    const plugins = await open({ names: JSON.stringify({ [GOOD ?? ""]: ["goodvm", "gvm"] }) });
    lay("goodvm", introduces(45));
    expect(await plugins.load()).toEqual({ newVMs: { [GOOD ?? ""]: ["goodvm", "gvm"] } });
    expect(await plugins.load()).toEqual({ newVMs: {} });
    expect(plugins.loaded()).toEqual({ [GOOD ?? ""]: ["goodvm", "gvm"] });
    expect(logged).toEqual(["INFO loaded VM"]);
    const started = JSON.parse(readFileSync(join(root, "started"), "utf8"));
    expect(() => process.kill(started.pid, 0)).toThrow("ESRCH");
  });

  it("receives the node's address, and nothing of the node's own environment", async () => {
    process.env.FIRN_TEST_SECRET = "kept";
    const plugins = await open();
    lay(GOOD ?? "", introduces(45));
    await plugins.load();
    delete process.env.FIRN_TEST_SECRET;
    const { env } = JSON.parse(readFileSync(join(root, "started"), "utf8"));
    expect(env).toContain("AVALANCHE_VM_RUNTIME_ENGINE_ADDR");
    expect(env).not.toContain("FIRN_TEST_SECRET");
  });

  it("of another protocol fails, and both versions are named", async () => {
    const plugins = await open();
    lay(GOOD ?? "", introduces(44));
    const { newVMs, failedVMs } = await plugins.load();
    expect(newVMs).toEqual({});
    expect(failedVMs?.[GOOD ?? ""]).toMatch(/protocol version mismatch.*45 and 44$/);
  });
});

describe("a plugin that does not", () => {
  it.each([
    ["ends at once", "#!/bin/sh\nexit 1\n", 0o755, NOT_FOUND],
    ["says nothing within the time limit", "#!/bin/sh\nsleep 60\n", 0o755, NOT_FOUND],
    [
      "may not be executed",
      "#!/bin/sh\n",
      0o644,
      "failed to start process: fork/exec FILE: permission denied",
    ],
    [
      "names an interpreter that is not there",
      "#!/nowhere/sh\n",
      0o755,
      "failed to start process: fork/exec FILE: no such file or directory",
    ],
  ])("fails if it %s, and is not tried again", async (_what, script, mode, message) => {
    const plugins = await open({ timeoutMs: 200 });
    const file = lay(GOOD ?? "", script, mode);
    expect(await plugins.load()).toEqual({
      newVMs: {},
      failedVMs: { [GOOD ?? ""]: message.replace("FILE", file) },
    });
    expect(await plugins.load()).toEqual({ newVMs: {} });
    expect(plugins.loaded()).toEqual({});
    expect(logged).toEqual(["ERROR failed to load VM"]);
  });

  it("does not prevent another from being loaded", async () => {
    const plugins = await open();
    lay(GOOD ?? "", introduces(45));
    lay(OTHER ?? "", "#!/bin/sh\nexit 1\n");
    const both = { newVMs: { [GOOD ?? ""]: [] }, failedVMs: { [OTHER ?? ""]: NOT_FOUND } };
    expect(await Promise.all([plugins.load(), plugins.load()])).toEqual([both, { newVMs: {} }]);
  });
});

describe("the plugin folder", () => {
  it("may be missing; folders, hidden files and the node's own VMs in it are ignored", async () => {
    const plugins = await open();
    for (const name of ["avm", `${BUILT_IN}.exe`, ".hidden"]) lay(name, introduces(45));
    mkdirSync(join(root, "plugins", "notavmid"));
    expect(await plugins.load()).toEqual({ newVMs: {} });
    rmSync(join(root, "plugins"), { recursive: true });
    expect(await plugins.load()).toEqual({ newVMs: {} });
  });

  it("with a file that no VM is named after fails the call and starts nothing", async () => {
    const plugins = await open();
    lay("notavmid", introduces(45));
    lay(GOOD ?? "", introduces(45));
    await expect(plugins.load()).rejects.toThrow('invalid vmID: "notavmid"');
    expect(() => readFileSync(join(root, "started"))).toThrow("ENOENT");
  });

  it("has a file of names that must be valid", async () => {
    await expect(open({ names: "[]" })).rejects.toThrow("aliases.json holds no names of virtual machines");
  });
});
