import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { SILENT } from "../../log";
import { readBeat } from "../../store/bookkeeping/lease";
import { ENGINE } from "../../testbed/engines";
import { VmChain } from "../../testbed/evm/chain";
import { deployment, textBytes } from "../../testbed/evm/contracts";
import { indexChains } from "../../testbed/evm/indexed";
import { serveVmNode } from "../../testbed/evm/node";
import { testStores } from "../../testbed/test-stores";
import { runEvmIndexer } from "./start";

it("a chain goes on although its node sometimes gives another id, and ends once it does so repeatedly", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-evm-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chain = await VmChain.open({ chainId: 99_996 });
  const node = await serveVmNode(chain);
  onTestFinished(() => node.close());
  const stop = new AbortController();
  let leapMs = 0;
  const indexer = runEvmIndexer({
    chain: { rpcUrl: node.url, evmChainId: 99_996, facts: {} },
    stores: testStores(folder),
    holder: "test",
    now: () => Date.now() + leapMs,
    sleep: async (ms, signal) => sleep(Math.min(ms, 20), undefined, { signal }).catch(() => {}),
    signal: stop.signal,
    log: SILENT,
  });
  let ended: unknown;
  indexer.catch((error: unknown) => {
    ended = error;
  });
  onTestFinished(async () => {
    stop.abort();
    await indexer.catch(() => undefined);
  });
  let requests = 0;
  let lies = 0;
  node.alter = ({ method }, answer) => {
    if (method !== "eth_chainId") return answer;
    requests += 1;
    return lies-- > 0 ? { result: "0x7" } : answer;
  };
  /** Lets the chain ask `times` more, with a wrong id as the first `lying` answers. */
  const ask = async (times: number, lying: number) => {
    const goal = requests + times;
    lies = lying;
    await expect
      .poll(() => {
        leapMs += 60_000;
        return ended !== undefined || requests >= goal;
      })
      .toBe(true);
  };
  await ask(1, 0);
  await ask(4, 1);
  await ask(5, 2);
  expect(ended).toBeUndefined();
  await ask(Number.POSITIVE_INFINITY, 3);
  expect(ended).toMatchObject({
    code: "WRONG_NETWORK",
    message: expect.stringMatching(/answers for EVM chain 7 now, it was 99996$/),
  });
});

it("a chain without new blocks does not write its store, and still renews its lease", async () => {
  const chain = await VmChain.open({ chainId: 99_995 });
  await chain.mine([{ from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) }]);
  const node = await serveVmNode(chain);
  onTestFinished(() => node.close());
  const firn = await indexChains();
  onTestFinished(() => firn.close());
  firn.add(node);
  await firn.reach(node);
  let requests = 0;
  node.alter = (_, answer) => {
    requests += 1;
    return answer;
  };
  const store = await firn.stores.open("evm/99995", { mode: "read" });
  onTestFinished(() => store.close());
  const afterMore = async () => {
    const goal = requests + 12;
    await expect.poll(() => requests).toBeGreaterThan(goal);
    return { commits: await ENGINE.commits(store.db), beat: await readBeat(store.db) };
  };
  let last = await afterMore();
  let next = await afterMore();
  // What was requests and said while it caught up may still be on its way.
  for (let i = 0; i < 20 && next.commits !== last.commits; i++) {
    last = next;
    next = await afterMore();
  }
  const later = await afterMore();
  expect(later.commits).toEqual(next.commits);
  expect(later.beat).toBeGreaterThan(next.beat ?? Number.POSITIVE_INFINITY);
});
