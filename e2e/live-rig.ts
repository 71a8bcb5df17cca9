import { openRecording } from "../lib/devnet/recording";
import { serveDevnet } from "../lib/devnet/serve";
import { test as base, expect } from "./firn";
import { openPlace, start, stop, withRig } from "./processes";

/** A Firn beside a recorded node that accepts its next block only when the test says so. */
export interface LiveRig {
  webUrl: string;
  /** Height of the P-Chain's newest block. */
  height(): number;
  /** Accepts blocks until the P-Chain has `count` more; returns once Firn's API serves them. */
  accept(blocks: number): Promise<void>;
}

const RECORDING = "custom-network";
/** The blocks after this share of the recording are mostly P-Chain blocks. */
const START = 0.87;

/** Browser tests of live updates; each worker has its own rig. */
export const test = base.extend<object, { rig: LiveRig }>({
  ...withRig(openRig),
});

async function openRig(): Promise<{ rig: LiveRig; close(): Promise<void> }> {
  const recording = await openRecording(RECORDING, "lib/devnet/recordings");
  const node = await serveDevnet({ recording, port: 0, acceptance: START });
  const { env: place, webUrl, apiUrl, remove } = await openPlace();
  const env = { ...place, FIRN_NODE_URL: node.url };
  const firn = [await start(["index", "--recording", RECORDING], env)];
  firn.push(await start(["api"], env), await start(["web"], env));
  const untilIndexed = () =>
    expect.poll(() => indexedHeight(apiUrl), { timeout: 120_000 }).toBe(rig.height());
  const rig: LiveRig = {
    webUrl,
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
    remove();
  };
  return { rig, close };
}

/** Height of the newest P-Chain block that Firn serves. */
async function indexedHeight(apiUrl: string): Promise<number | undefined> {
  const answer = await fetch(`${apiUrl}/firn/v1/status`);
  const { streams = [] } = (await answer.json()) as {
    streams?: { stream: string; indexedHead?: { height: number } }[];
  };
  return streams.find(({ stream }) => stream === "P/block")?.indexedHead?.height;
}
