import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openNode } from "../../client/node";
import { SILENT } from "../../log";
import { VmChain } from "../../testbed/evm/chain";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { testStores } from "../../testbed/test-stores";
import { followEvmChains } from "./chains";

const MINUTE = 60_000;
const OUT_OF_MEMORY = { code: "INTERNAL" as const, message: "the thread ran out of memory", passes: false };

describe("a chain whose thread ends unexpectedly", () => {
  let folder = "";
  let node: VmNode;
  let nowMs = 0;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "firn-chains-"));
    node = await serveVmNode(await VmChain.open({ chainId: 99_999 }));
    nowMs = 1_700_000_000_000;
  });
  afterEach(async () => {
    await node.close();
    rmSync(folder, { recursive: true });
  });

  /** When it is started until `end`, in ms since the first start; its `n`th run takes `ranMs(n)`. */
  const startsOf = async (end: number, ranMs: (run: number) => number) => {
    const began = nowMs;
    const stop = new AbortController();
    const starts: number[] = [];
    const running: { until: number; done: () => void }[] = [];
    await followEvmChains({
      // Nothing listens there: only the named chain is known.
      node: openNode("http://127.0.0.1:1"),
      nodeUrl: "http://127.0.0.1:1",
      named: [node.url],
      stores: testStores(folder),
      now: () => nowMs,
      sleep: async (ms) => {
        nowMs += ms;
        for (const { until, done } of running) if (nowMs >= until) done();
        if (nowMs - began > end) stop.abort();
        await new Promise(setImmediate);
      },
      signal: stop.signal,
      log: SILENT,
      start() {
        starts.push(nowMs - began);
        let done = () => {};
        const ended = new Promise<typeof OUT_OF_MEMORY>((resolve) => {
          done = () => resolve(OUT_OF_MEMORY);
        });
        running.push({ until: nowMs + ranMs(starts.length), done });
        return { ended, stop: async () => done() };
      },
    });
    return starts;
  };

  it("is started again after pauses that grow up to ten minutes, and reports why it ended", async () => {
    const starts = await startsOf(34 * MINUTE, () => 0);
    const pauses = starts.slice(1).map((at, i) => at - (starts[i] ?? 0));
    expect(pauses.slice(0, 8)).toEqual(
      [10, 30, 50, 90, 170, 330, 610, 610].map((seconds) => seconds * 1_000),
    );
    expect(await testStores(folder).readRegistry()).toContainEqual(
      expect.objectContaining({ evmChainId: "99999", problem: expect.objectContaining(OUT_OF_MEMORY) }),
    );
  });

  it("is started again at once after a long run", async () => {
    const starts = await startsOf(30 * MINUTE, (run) => (run === 5 ? 20 * MINUTE : 0));
    const pauses = starts.slice(1).map((at, i) => at - (starts[i] ?? 0));
    expect(pauses.slice(3, 6)).toEqual([90_000, 20 * MINUTE, 30_000]);
  });
});
