import { expect, test } from "vitest";
import type { NodeContainer } from "../../client/node";
import { NodeError } from "../../errors";
import { quickSleep } from "../../testbed/indexer";
import { IndexSource } from "./index-source";
import { askUntilAnswered, type ReaderOptions } from "./read";
import { readContainers } from "./read-containers";

/** A node whose containers are all alike, and a record of its requests. */
function plainNode(count: number, size: number) {
  const requests: { start: number; count: number }[] = [];
  const container = (index: number): NodeContainer => ({
    index,
    containerId: new Uint8Array(32),
    bytes: new Uint8Array(size),
    acceptedAtNs: 0n,
  });
  const node = {
    head: count - 1,
    failures: [] as Error[],
    fail() {
      const failure = node.failures.shift();
      if (failure) throw failure;
    },
  };
  const calls: ConstructorParameters<typeof IndexSource>[0] = {
    getLastAccepted: async () => {
      node.fail();
      return node.head < 0 ? undefined : container(node.head);
    },
    getContainerRange: async (_, start, limit) => {
      node.fail();
      requests.push({ start, count: limit });
      const length = Math.max(0, Math.min(limit, node.head - start + 1));
      return Array.from({ length }, (_, i) => container(start + i));
    },
  };
  const source = new IndexSource(calls, "X/vtx", () => 0);
  return { source, node, requests };
}

function options(stop: AbortController, events: Partial<ReaderOptions> = {}): ReaderOptions {
  return {
    now: Date.now,
    sleep: quickSleep,
    signal: stop.signal,
    observe: () => {},
    onHead: () => {},
    onFailure: () => {},
    ...events,
  };
}

/** Reading ahead takes only promises here: after this it has gone as far as it will. */
const aWhile = () => new Promise((resolve) => setImmediate(resolve));

test("reads at most three batches of 1,024 ahead of the consumer", async () => {
  const { source, requests } = plainNode(10_000, 1);
  const stop = new AbortController();
  const batches = readContainers(source, 0, options(stop));
  const first = await batches.next();
  expect(first.value?.length).toBe(1024);
  await aWhile();
  expect(requests.length).toBe(4);
  await batches.next();
  await aWhile();
  expect(requests.length).toBe(5);
  await batches.return();
});

test("reads at most 64 MiB ahead, in shorter ranges when containers are large", async () => {
  const { source, requests } = plainNode(10_000, 64 * 1024);
  const stop = new AbortController();
  const batches = readContainers(source, 0, options(stop));
  await batches.next();
  await batches.next();
  await aWhile();
  expect(requests[0]?.count).toBe(1024);
  // 64 KiB each: 256 make the 16 MiB that a batch aims at.
  expect(requests.slice(1).every(({ count }) => count === 256)).toBe(true);
  await batches.return();
});

test("yields every container once and in order despite failures of the node, then new ones", async () => {
  const { source, node } = plainNode(2_500, 1);
  node.failures.push(new NodeError("NODE_TIMEOUT", "slow"), new NodeError("NODE_BAD_ANSWER", "rubbish"));
  const stop = new AbortController();
  const failures: string[] = [];
  const heads: (number | undefined)[] = [];
  const events = {
    onFailure: (error: NodeError) => void failures.push(error.code),
    onHead: (head: { index: number } | undefined) => void heads.push(head?.index),
  };
  const seen: number[] = [];
  for await (const batch of readContainers(source, 3, options(stop, events))) {
    seen.push(...batch.map(({ index }) => index));
    if (seen.length === 2_497) node.head = 2_502;
    if (seen.length === 2_500) stop.abort();
  }
  expect(seen).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 3));
  expect(failures).toEqual(["NODE_TIMEOUT", "NODE_BAD_ANSWER"]);
  expect(heads.at(-1)).toBe(2_502);
});

test("waits longer after each failure, up to 5 s, and ends on its signal", async () => {
  const { source, node } = plainNode(0, 1);
  node.failures.push(...Array.from({ length: 8 }, () => new NodeError("NODE_UNREACHABLE", "away")));
  const stop = new AbortController();
  const waits: number[] = [];
  const onFailure = (_: NodeError, delayMs: number) => {
    waits.push(delayMs);
    if (waits.length === 7) stop.abort();
  };
  const batches = readContainers(source, 0, options(stop, { onFailure }));
  expect(await batches.next()).toEqual({ done: true, value: undefined });
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

test("an error that is not the node's ends the reading and is thrown", async () => {
  const { source, node } = plainNode(10, 1);
  node.failures.push(new TypeError("a bug"));
  const batches = readContainers(source, 0, options(new AbortController()));
  await expect(batches.next()).rejects.toThrow("a bug");
});

test("a node's retry-after is respected, up to a minute", async () => {
  const waits: number[] = [];
  const stop = new AbortController();
  const retryAfter = [7_000, 3_600_000, undefined];
  await askUntilAnswered(
    () => {
      const retryAfterMs = retryAfter[waits.length];
      throw new NodeError("NODE_BAD_ANSWER", "too many requests", { details: { retryAfterMs } });
    },
    {
      now: () => 0,
      observe: () => {},
      onFailure: () => {},
      signal: stop.signal,
      sleep: async (ms) => {
        waits.push(ms);
        if (waits.length === retryAfter.length) stop.abort();
      },
    },
  );
  expect(waits).toEqual([7_000, 60_000, 1_000]);
});
