import { expect, test } from "vitest";
import { openNode } from "../../client/node";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { type BlockNode, Blocks } from "./blocks";
import { IndexSource } from "./index-source";
import { Poll } from "./poll";
import { readContainers } from "./read-containers";
import { ALL_STREAMS } from "./stream";

/** A clock that only pauses move. */
function clock() {
  const pauses: number[] = [];
  const time = {
    nowMs: 1_000_000,
    pauses,
    now: () => time.nowMs,
    async sleep(ms: number, signal: AbortSignal) {
      if (signal.aborted) return;
      pauses.push(ms);
      time.nowMs += ms;
    },
  };
  return time;
}
const { signal } = new AbortController();

test("pauses are a quarter of a second while blocks come, and longer when none came for half a minute", async () => {
  const time = clock();
  const poll = new Poll(time);
  await poll.pause(signal);
  expect(time.pauses).toEqual([2_000]);
  poll.news();
  for (let i = 0; i < 125; i++) await poll.pause(signal);
  expect(time.pauses.slice(1, 121).every((ms) => ms === 250)).toBe(true);
  expect(time.pauses.at(-1)).toBe(2_000);
  time.nowMs -= 3_600_000; // a clock that is set back must not cause more requests
  await poll.pause(signal);
  expect(time.pauses.at(-1)).toBe(2_000);
});

test("a poll that is woken asks at once, and leaves frequent polling to whoever wakes it", async () => {
  let pausing = () => {};
  const paused = new Promise<void>((resolve) => {
    pausing = resolve;
  });
  const pauses: number[] = [];
  const poll = new Poll({
    idleMs: 10_000,
    now: () => 5_000_000,
    sleep: (ms, signal) => {
      pauses.push(ms);
      if (ms < 10_000) return Promise.resolve();
      pausing();
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  });
  const pause = poll.pause(signal);
  await paused;
  poll.wake();
  await pause; // nothing else ends it
  await poll.pause(signal); // woken for a block that its node does not show yet
  expect(pauses).toEqual([10_000, 250]);
  poll.news();
  const last = poll.pause(signal);
  expect(pauses).toEqual([10_000, 250, 10_000]);
  poll.wake();
  await last;
});

test("the streams of an idle node send it about a hundred requests a minute", async () => {
  const devnet = await serveDevnet({ recording: await openRecording("custom-network"), port: 0 });
  const node = openNode(devnet.url);
  let requests = 0;
  const counted: BlockNode = {
    getHeight: (...args) => {
      requests += 1;
      return node.getHeight(...args);
    },
    getBlocks: (...args) => {
      requests += 1;
      return node.getBlocks(...args);
    },
    getLastAccepted: (...args) => {
      requests += 1;
      return node.getLastAccepted(...args);
    },
    getContainerRange: (...args) => {
      requests += 1;
      return node.getContainerRange(...args);
    },
  };
  try {
    const streams = ALL_STREAMS.map(async (stream) => {
      const { name, idleMs } = stream;
      const time = clock();
      const begin = time.nowMs;
      // The minute begins once everything is read.
      const source = name.endsWith("/block")
        ? new Blocks(counted, stream, { isEmpty: true })
        : new IndexSource(counted, name, () => 0);
      const own = new AbortController();
      const head = (await node.getLastAccepted(name))?.index ?? -1;
      const sleep = async (ms: number, waiting: AbortSignal) => {
        await time.sleep(ms, waiting);
        if (time.nowMs - begin > 60_000) own.abort();
      };
      const reading = { ...time, sleep, idleMs, signal: own.signal, observe: () => {} };
      const events = { onHead: () => {}, onFailure: () => {} };
      for await (const _ of readContainers(source, head + 1, { ...reading, ...events })) break;
    });
    await Promise.all(streams);
  } finally {
    await devnet.close();
  }
  expect(requests).toBeGreaterThan(80);
  expect(requests).toBeLessThan(110);
});
