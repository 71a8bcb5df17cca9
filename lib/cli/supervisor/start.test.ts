import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { rootFolder } from "../../root-folder";
import { descendants, isRunning, portSettings, run, waitFor } from "../../testbed/processes";
import { openPrimary } from "../../testbed/test-stores";

/** The supervisor as npm starts it, with real services on free ports. It builds what is not built yet. */

const START = join(rootFolder(), "lib/cli/start.mjs");
const BUILD_AND_START_MS = 600_000;
const SIGN_IN_LINK = /http:\/\/127\.0\.0\.1:\d+\/admin\/sign-in#([\w-]+)$/m;
const folder = mkdtempSync(join(tmpdir(), "firn-start-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("firn up", () => {
  it(
    "serves pages, starts a dead service again, goes on from its store, and ends with 0 on a signal",
    async () => {
      const settings = { ...(await portSettings()), FIRN_DATA_DIR: join(folder, "whole") };
      const first = start(settings, ["--start-at", "100"]);
      await first.prints(/^Firn is ready: http:\/\/127\.0\.0\.1:\d+$/m);
      await first.prints(/P\/block .* 100 %/);
      const page = await fetch(`http://127.0.0.1:${settings.FIRN_WEB_PORT}/p/block/1`);
      expect(page.status).toBe(200);

      const [, secret = "none"] = SIGN_IN_LINK.exec(first.printed()) ?? [];
      expect(secret).toHaveLength(43);
      const logs = readdirSync(join(settings.FIRN_DATA_DIR, "logs"));
      expect(logs).toContain("operator.log");
      for (const name of logs)
        expect(readFileSync(join(settings.FIRN_DATA_DIR, "logs", name), "utf8")).not.toContain(secret);
      const another = run([START, "admin-link"], settings);
      expect(await another.exitCode).toBe(0);
      expect(another.printed()).toMatch(SIGN_IN_LINK);

      // Killed again and again before it is ready, it takes nobody with it.
      for (const pause of [1, 2, 4]) {
        const index = await first.childOf("index");
        process.kill(index, "SIGKILL");
        await first.prints(new RegExp(`index ended \\(SIGKILL\\), restarting it in ${pause} s`));
      }
      const meanwhile = await fetch(`http://127.0.0.1:${settings.FIRN_WEB_PORT}/p/block/1`);
      expect(meanwhile.status).toBe(200);
      await first.childOf("index");
      first.child.kill("SIGINT");
      first.child.kill("SIGINT");
      expect(await first.exitCode).toBe(0);
      expect(descendants(first.pid)).toEqual([]);

      const second = start(settings);
      await second.prints(/^Firn is ready/m);
      const status = await fetch(`http://127.0.0.1:${settings.FIRN_API_PORT}/firn/v1/status`);
      const stored = expect.objectContaining({
        stream: "P/block",
        indexedHead: expect.objectContaining({ height: 18 }),
      });
      expect(await status.json()).toMatchObject({ streams: expect.arrayContaining([stored]) });
      second.child.kill("SIGTERM");
      expect(await second.exitCode).toBe(0);
    },
    BUILD_AND_START_MS,
  );

  it(
    "waits for a node that is not up yet, says so, and goes on when it is; a log that can't be written ends nothing",
    async () => {
      const node = { ...(await portSettings()), FIRN_DATA_DIR: join(folder, "late-node") };
      const nodeUrl = `http://127.0.0.1:${node.FIRN_DEVNET_PORT}`;
      const settings = {
        ...(await portSettings()),
        FIRN_NODE_URL: nodeUrl,
        FIRN_DATA_DIR: join(folder, "early"),
      };
      const logs = join(settings.FIRN_DATA_DIR, "logs");
      mkdirSync(logs, { recursive: true });
      symlinkSync("/dev/full", join(logs, "index.log"));
      const firn = start(settings);
      await firn.prints(/^firn: no node answers at http:.*Firn waits for it/m);
      await firn.prints(/index\.log can't be written \(ENOSPC\): lines are dropped$/m);
      await firn.prints(/^Firn is ready/m);
      const devnet = run([START, "devnet", "--index-enabled=true"], node);
      try {
        await firn.prints(/caught up/);
        const page = await fetch(`http://127.0.0.1:${settings.FIRN_WEB_PORT}/p/block/1`);
        expect(page.status).toBe(200);
      } finally {
        devnet.child.kill("SIGTERM"); // forwarded to the service, which a SIGKILL would leave behind
        await devnet.exitCode;
      }
      firn.child.kill("SIGTERM");
      expect(await firn.exitCode).toBe(0);
    },
    BUILD_AND_START_MS,
  );

  it(
    "ends when the process that started it is gone",
    async () => {
      // A relative path begins in the repository, wherever Firn is called: for the supervisor and for its services.
      const dataDir = relative(rootFolder(), join(folder, "orphan"));
      const settings = { ...(await portSettings()), FIRN_DATA_DIR: dataDir };
      const script = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(START)}], { stdio: "inherit" })`;
      const parent = run(["-e", script], settings, folder);
      await parent.prints(/^Firn is ready/m);
      expect(existsSync(join(folder, "orphan/logs"))).toBe(true);
      expect(existsSync(join(folder, "orphan/primary.db"))).toBe(true);
      const [supervisor = 0] = descendants(parent.pid);
      parent.child.kill("SIGKILL");
      await waitFor(() => !isRunning(supervisor));
      const open = await fetch(`http://127.0.0.1:${settings.FIRN_WEB_PORT}/`).catch(() => undefined);
      expect(open).toBeUndefined();
    },
    BUILD_AND_START_MS,
  );
});

describe("firn up refuses, in one sentence and with exit code 1,", () => {
  it("a port that is in use", async () => {
    const ports = await portSettings();
    const busy = createServer().listen(Number(ports.FIRN_API_PORT), "127.0.0.1");
    await once(busy, "listening");
    const refused = start({ ...ports, FIRN_DATA_DIR: join(folder, "busy") });
    expect(await refused.exitCode).toBe(1);
    expect(refused.errors()).toBe(
      `firn: port ${ports.FIRN_API_PORT} on 127.0.0.1 is in use: stop what listens there, or set FIRN_API_PORT to another port\n`,
    );
    busy.close();
  });

  it.each([
    [
      "a value that is none",
      { FIRN_WEB_PORT: "eighty" },
      [],
      /^firn: FIRN_WEB_PORT is "eighty": set it to a port/,
    ],
    [
      "an unknown recording",
      {},
      ["--recording", "nope"],
      /^firn: there is no recording "nope": name a bundled one/,
    ],
    ["an unknown option", {}, ["--fast"], /^firn: unknown option --fast: known options are/],
    [
      "more than the whole recording",
      {},
      ["--start-at=101"],
      /^firn: --start-at is "101": set it to a number/,
    ],
    [
      "a block time without a unit",
      {},
      ["--block-time", "2"],
      /^firn: --block-time is "2": set it to a duration/,
    ],
    [
      "a pace for a node that has its own",
      { FIRN_NODE_URL: "http://127.0.0.1:2" },
      ["--block-time=1s"],
      /^firn: --block-time and FIRN_NODE_URL are both given/,
    ],
    [
      "a recording named without its option",
      {},
      ["local-network"],
      /^firn: "local-network" is not an option/,
    ],
    [
      "a data folder that can't be created",
      { FIRN_DATA_DIR: "/dev/null/firn" },
      [],
      /^firn: FIRN_DATA_DIR is "\/dev\/null\/firn": .* can't be created/,
    ],
    [
      "a host that is none of this machine's",
      { FIRN_HOST: "192.0.2.1" },
      [],
      /^firn: 192\.0\.2\.1 is no address/,
    ],
  ])("%s", async (_what, settings, args, sentence) => {
    const refused = start(
      { ...(await portSettings()), FIRN_DATA_DIR: join(folder, "refused"), ...settings },
      args,
    );
    expect(await refused.exitCode).toBe(1);
    expect(refused.errors()).toMatch(sentence);
    expect(refused.errors().trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("firn up ends, in one sentence and with exit code 1,", () => {
  it("when a service finds out after its start that a setting can't be", async () => {
    const dataDir = join(folder, "newer");
    mkdirSync(dataDir);
    const store = await openPrimary(join(dataDir, "primary.db"), { mode: "write", nowMs: 0 });
    await sql`insert into schema_version (version, applied_at_ms) values (999, 0)`.execute(store.db);
    await store.close();
    const refused = start({ ...(await portSettings()), FIRN_DATA_DIR: dataDir });
    expect(await refused.exitCode).toBe(1);
    expect(refused.errors()).toMatch(
      /^firn: the store has schema 999, this Firn knows \d+: install the Firn that wrote it, .*\n$/,
    );
  });
});

describe("a service by itself refuses, in one sentence and with exit code 1,", () => {
  it.each([
    ["api", { FIRN_HOST: "192.0.2.1" }, /^firn: 192\.0\.2\.1 is no address of this machine/],
    ["index", { FIRN_DATA_DIR: "/dev/null/firn" }, /^firn: FIRN_DATA_DIR is "\/dev\/null\/firn"/],
  ])("%s: a setting that can't be", async (service, settings, sentence) => {
    const refused = run([START, service], { ...(await portSettings()), FIRN_DATA_DIR: folder, ...settings });
    expect(await refused.exitCode).toBe(1);
    expect(refused.errors()).toMatch(sentence);
    expect(refused.errors().trimEnd().split("\n")).toHaveLength(1);
  });
});

function start(settings: Record<string, string>, args: string[] = []) {
  return run([START, "up", ...args], settings);
}
