import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { WorkerFixture } from "@playwright/test";
import { freePorts } from "../lib/cli/supervisor/free-ports.mjs";
import { openRecording } from "../lib/devnet/recording";
import { serveDevnet } from "../lib/devnet/serve";

export const PROGRAM = "dist/firn.mjs";
const RECORDING = "custom-network";

/** A running command of Firn, after it has reported that it is ready. */
export async function start(args: string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(PROGRAM, args, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await new Promise<void>((resolve, reject) => {
    child.once("message", (message) => {
      const { refused } = message as { refused?: string }; // from our own lib/cli/main.ts
      if (refused === undefined) resolve();
      else reject(new Error(`firn ${args[0]} refused to start: ${refused}`));
    });
    child.once("exit", (code) => reject(new Error(`firn ${args[0]} ended with ${code}`)));
  });
  return child;
}

/** Stops it gracefully; does nothing if it has ended or never started. */
export async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Where one Firn runs: its own data folder and free ports. */
export interface Place {
  dataDir: string;
  webUrl: string;
  apiUrl: string;
  operatorUrl: string;
  /** URL of a recorded node started with `env`. */
  nodeUrl: string;
  /** Settings of the processes started here. */
  env: NodeJS.ProcessEnv;
  remove(): void;
}

export async function openPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), "firn-e2e-"));
  const [web = 0, api = 0, operator = 0, node = 0] = await freePorts(4);
  const at = (port: number) => `http://127.0.0.1:${port}`;
  return {
    dataDir,
    webUrl: at(web),
    apiUrl: at(api),
    operatorUrl: at(operator),
    nodeUrl: at(node),
    env: {
      ...process.env,
      NODE_ENV: "production",
      FIRN_DATA_DIR: dataDir,
      FIRN_WEB_PORT: String(web),
      FIRN_API_PORT: String(api),
      FIRN_OPERATOR_PORT: String(operator),
      FIRN_DEVNET_PORT: String(node),
    },
    remove: () => rmSync(dataDir, { recursive: true }),
  };
}

/** A Firn beside a recorded node and an L1's. */
export interface FirnBesideL1 {
  webUrl: string;
  apiUrl: string;
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it, and waits until it has indexed the L1's chain, whose node is at `url`. */
export async function startBesideL1(
  url: string,
  { chainId, head }: { chainId: number; head: { height: number } },
): Promise<FirnBesideL1> {
  const { env: place, webUrl, apiUrl, nodeUrl, remove } = await openPlace();
  const env = { ...place, FIRN_EVM_CHAINS: url };
  const devnet = await start(["devnet", "--recording", "custom-network", "--index-enabled=true"], env);
  const own = { ...env, FIRN_NODE_URL: nodeUrl };
  const firn = [await start(["index"], own), await start(["web"], own)];
  let api = await start(["api"], own);
  await untilIndexed(`${apiUrl}/v1/chains/${chainId}/blocks/${head.height}`);
  return {
    webUrl,
    apiUrl,
    stopApi: () => stop(api),
    async startApi() {
      api = await start(["api"], own);
    },
    async close() {
      await Promise.all([...firn, api].map(stop));
      await stop(devnet);
      remove();
    },
  };
}

/**
 * Starts index, API and web at a place, over a recorded node, and waits until the API answers `path` to `headers`.
 * @returns what ends it
 */
export async function startOverRecording(
  { apiUrl, remove }: Place,
  env: NodeJS.ProcessEnv,
  { path, headers }: { path: string; headers: Record<string, string> },
): Promise<() => Promise<void>> {
  const recording = await openRecording(RECORDING, "lib/devnet/recordings");
  const node = await serveDevnet({ recording, port: 0, acceptance: 1 });
  const services = [["index", "--recording", RECORDING], ["api"], ["web"]];
  const firn = await Promise.all(services.map((args) => start(args, { ...env, FIRN_NODE_URL: node.url })));
  await untilIndexed(apiUrl + path, headers);
  return async () => {
    await Promise.all(firn.map(stop));
    await node.close();
    remove();
  };
}

/** Returns once the API answers under the URL of what is to be indexed. */
export async function untilIndexed(url: string, headers: Record<string, string> = {}): Promise<void> {
  for (const deadline = Date.now() + 240_000; Date.now() < deadline; ) {
    const answer = await fetch(url, { headers });
    if (answer.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not come to be`);
}

/** Fixtures of tests with their own Firn: one per worker, started and stopped by `open`. */
export function withRig<Rig extends { webUrl: string }>(
  open: () => Promise<{ rig: Rig; close(): Promise<void> }>,
) {
  const rig: WorkerFixture<Rig, { browserName: string }> = async ({ browserName: _ }, use) => {
    const { rig, close } = await open();
    await use(rig);
    await close();
  };
  const baseURL = ({ rig }: { rig: Rig }, use: (url: string) => Promise<void>) => use(rig.webUrl);
  const fixture: [typeof rig, { scope: "worker"; timeout: number }] = [
    rig,
    { scope: "worker", timeout: 300_000 },
  ];
  return { rig: fixture, baseURL };
}

/** Returns once `firn up` prints that it is ready. @throws Error if it exits first */
export async function untilReady(output: Readable): Promise<void> {
  let text = "";
  for await (const part of output.iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.includes("Firn is ready")) return void output.resume();
  }
  throw new Error(`Firn ended before it was ready: ${text}`);
}
