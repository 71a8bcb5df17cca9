import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRecording, type Recording, writeRecording } from "../../devnet/recording";
import { timestampNs } from "../../devnet/timestamp";

/** The command in a process of its own: killed, or refusing to start. */

const KILLS = 50;
/** Fifty starts: seconds on a free machine, minutes on a busy one. */
const LONG_MS = 600_000;
const CHAINS = ["P", "X", "C"] as const;

const folder = mkdtempSync(join(tmpdir(), "firn-devnet-"));
const script = fileURLToPath(new URL("../../../node_modules/.cache/firn/devnet/firn.mjs", import.meta.url));
const alive: ChildProcess[] = [];
let recording: Recording;
/** A recording with the same containers and little else, which opens faster. */
let small: string;

beforeAll(async () => {
  await build({
    entryPoints: { firn: fileURLToPath(new URL("../../cli/main.ts", import.meta.url)) },
    outdir: join(script, ".."),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  recording = await openRecording("custom-network");
  const answers = recording.answers.filter(({ path }) => path === "/ext/info");
  small = join(folder, "small.json.br");
  await writeRecording(small, { ...recording, evm: [], sessions: [], answers });
});
afterEach(() => {
  for (const child of alive.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts `firn devnet` on a free port over a data folder of this name. */
function start(data: string, flags: string[]) {
  const args = [script, "devnet", "--http-port=0", `--data-dir=${join(folder, data)}`, ...flags];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  alive.push(child);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  let output = "";
  const ready = new Promise<string>((resolve, reject) => {
    const take = (part: Buffer) => {
      output += part;
      const url = /"url":"([^"]+)","msg":"ready"/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    exited.then(() => reject(new Error(`ended before it was ready: ${output}`)));
  });
  ready.catch(() => {});
  return {
    ready,
    exited,
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

interface Container {
  id: string;
  timestamp: string;
  index: string;
}

async function ask<T>(url: string, path: string, method: string, params: object): Promise<T | undefined> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await response.json()) as { result?: T }).result;
}

const askIndex = <T>(url: string, chain: string, method: string, params: object = {}) =>
  ask<T>(url, `/ext/index/${chain}/block`, `index.${method}`, params);

/** Collects everything that the indexes serve in this time, by chain and number. */
async function watch(url: string, seen: Map<string, Container>, ms: number): Promise<void> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(2)) {
    for (const chain of CHAINS) {
      const last = await askIndex<Container>(url, chain, "getLastAccepted");
      if (last !== undefined) seen.set(`${chain} ${last.index}`, last);
    }
  }
}

describe("firn devnet killed while it accepts, fifty times at random moments,", () => {
  it(
    "loses nothing that anyone saw accepted, and its indexes have no gap",
    async () => {
      const flags = [`--recording=${small}`, "--start-at=0", "--block-time=20ms", "--index-enabled=true"];
      const seen = new Map<string, Container>();
      for (let kills = 0; kills < KILLS; kills++) {
        const node = start("killed", flags);
        const url = await node.ready;
        await watch(url, seen, Math.random() * 120);
        await node.kill();
      }
      const node = start("killed", flags);
      const url = await node.ready;
      const lists = CHAINS.map((chain) =>
        askIndex<Container[]>(url, chain, "getContainerRange", { startIndex: 0, numToFetch: 1024 }),
      );
      for (const [at, list] of (await Promise.all(lists)).entries()) {
        const chain = CHAINS[at] ?? "P";
        const containers = list ?? [];
        const recorded = recording.containers[`${chain}/block`].slice(0, containers.length);
        expect(containers.map(({ index }) => Number(index))).toEqual(recorded.map(({ index }) => index));
        expect(containers.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
        const times = containers.map(({ timestamp }) => timestampNs(timestamp));
        expect(times).toEqual([...new Set(times)].sort((a, b) => (a < b ? -1 : 1)));
        for (const container of containers) {
          const before = seen.get(`${chain} ${container.index}`);
          if (before !== undefined) expect(container).toEqual(before);
          seen.delete(`${chain} ${container.index}`);
        }
      }
      expect([...seen.keys()]).toEqual([]);
      await node.kill();
    },
    LONG_MS,
  );
});

describe("firn devnet whose index would be incomplete", () => {
  it("says so in the node's words and ends with code 0, as the node does", async () => {
    const first = start("lifecycle", [`--recording=${small}`, "--index-enabled=true"]);
    await first.ready;
    await first.kill();
    const refused = start("lifecycle", [`--recording=${small}`]);
    expect(await refused.exited).toBe(0);
    expect(refused.output()).toMatch(
      /FATAL running would cause index to become incomplete but incomplete indices are disabled \{"chainName":"P"\}/,
    );
    const allowed = start("lifecycle", [`--recording=${small}`, "--index-allow-incomplete"]);
    await allowed.ready;
    await allowed.kill();
    const again = start("lifecycle", [`--recording=${small}`, "--index-enabled=true"]);
    expect(await again.exited).toBe(0);
    expect(again.output()).toMatch(
      /FATAL index is incomplete but incomplete indices are disabled\. Shutting down \{"chainName":"P"\}/,
    );
  });
});

describe("firn devnet without a flag", () => {
  it("is the recorded node, with neither index nor admin API", async () => {
    const node = start("plain", []);
    const url = await node.ready;
    const { nodeID } = (await ask<{ nodeID: string }>(url, "/ext/info", "info.getNodeID", {})) ?? {};
    expect(nodeID).toBe(recording.network.nodeId);
    for (const path of ["/ext/index/P/block", "/ext/admin"]) {
      expect((await fetch(url + path, { method: "POST" })).status).toBe(404);
    }
    await node.kill();
  });
});

describe("firn devnet on the data folder of another running one", () => {
  it("is refused on any port until that one has ended", async () => {
    const flags = [`--recording=${small}`];
    const first = start("shared", flags);
    await first.ready;
    const second = start("shared", flags);
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(
      /^firn: another recorded node uses \S+\/shared: stop it, or give this one a folder of its own/m,
    );
    await first.kill();
    const third = start("shared", flags);
    await third.ready;
    await third.kill();
  });
});

describe("firn devnet refuses, in one sentence and with exit code 1,", () => {
  it.each([
    ["--start-at=-1", /^firn: --start-at is "-1": set it to a number from 0 to 100/],
    ["--block-time=0s", /^firn: --block-time is "0s": set it to a duration such as 2s, 20ms or 1m/],
    ["--block-time=1000000h", /^firn: --block-time is "1000000h"/],
    ["--data-dir=", /^firn: --data-dir is "": set it to a folder$/m],
    ["--dialect=geth", /^firn: --dialect is "geth": set it to seed or avalanchego/],
    ["--index-enabled=maybe", /^firn: --index-enabled is "maybe": write --index-enabled=true or/],
    ["--http-port=70000", /^firn: --http-port is "70000"/],
    ["--recording=nope", /^firn: there is no recording "nope"/],
    ["--data-dir=/dev/null/x", /^firn: \/dev\/null\/x\/db\/network-54177 can't be written/],
  ])("%s", async (flag, sentence) => {
    const refused = start("refused", [flag]);
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toMatch(sentence);
    expect(refused.output().trimEnd().split("\n")).toHaveLength(1);
  });
});
