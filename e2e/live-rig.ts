import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecording } from "../lib/devnet/recording";
import { serveDevnet } from "../lib/devnet/serve";
import { test as base, expect } from "./firn";
import { freePorts, start, stop } from "./processes";

/** A Firn beside a recorded node that stands still until the test says that the next block is accepted. */
export interface LiveRig {
  webUrl: string;
  /** Height of the P-Chain's newest block. */
  height(): number;
  /** Lets the node go on until so many more P-Chain blocks are accepted; returns once Firn's API has them. */
  accept(blocks: number): Promise<void>;
}

const RECORDING = "custom-network";
/** What lies just ahead of this share of the recording are mostly P-Chain blocks. */
const START = 0.87;

/** Browser tests of what moves; each worker has a rig of its own. */
export const test = base.extend<object, { rig: LiveRig }>({
  rig: [
    async ({ browserName: _ }, use) => {
      const { rig, close } = await openRig();
      await use(rig);
      await close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: ({ rig }, use) => use(rig.webUrl),
});

async function openRig(): Promise<{ rig: LiveRig; close(): Promise<void> }> {
  const recording = await openRecording(RECORDING, "lib/devnet/recordings");
  const node = await serveDevnet({ recording, port: 0, acceptance: START });
  const dataDir = mkdtempSync(join(tmpdir(), "firn-live-"));
  const [web = 0, api = 0, operator = 0] = await freePorts(3);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    FIRN_NODE_URL: node.url,
    FIRN_DATA_DIR: dataDir,
    FIRN_WEB_PORT: String(web),
    FIRN_API_PORT: String(api),
    FIRN_OPERATOR_PORT: String(operator),
  };
  const firn = [await start(["index", "--recording", RECORDING], env)];
  firn.push(await start(["api"], env), await start(["web"], env));
  const untilIndexed = () => expect.poll(() => indexedHeight(api), { timeout: 120_000 }).toBe(rig.height());
  const rig: LiveRig = {
    webUrl: `http://127.0.0.1:${web}`,
    height: () => node.accepted().P,
    async accept(blocks) {
      const goal = rig.height() + blocks;
      while (rig.height() < goal) if (node.acceptNext() === undefined) throw new Error("the recording ended");
      await untilIndexed();
    },
  };
  await untilIndexed();
  const close = async () => {
    await Promise.all(firn.map(stop));
    await node.close();
    rmSync(dataDir, { recursive: true });
  };
  return { rig, close };
}

/** Height of the newest P-Chain block that Firn serves. */
async function indexedHeight(apiPort: number): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${apiPort}/firn/v1/status`);
  const { streams = [] } = (await answer.json()) as {
    streams?: { stream: string; indexedHead?: { height: number } }[];
  };
  return streams.find(({ stream }) => stream === "P/block")?.indexedHead?.height;
}
