import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEvm } from "../../client/evm";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { SILENT } from "../../log";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { type EvmHistory, isWhole, readHistory } from "../../store/bookkeeping/history";
import type { Stores } from "../../store/stores";
import { VmChain } from "../../testbed/evm/chain";
import { dumpEvm } from "../../testbed/evm/dump";
import { History } from "../../testbed/evm/history";
import { type BeginOptions, type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { type RpcAnswer, serveVmNode, type VmNode } from "../../testbed/evm/node";
import { step } from "../../testbed/evm/step";
import { testStores } from "../../testbed/test-stores";
import { EVM_STREAM } from "./blocks";
import { readOlder } from "./feed/older";
import { openSource } from "./feed/source";
import { runEvmIndexer } from "./start";

const steps = fc.array(step, { minLength: 20, maxLength: 60 });
const begin: fc.Arbitrary<BeginOptions> = fc.record({
  newest: fc.integer({ min: 1, max: 12 }),
  range: fc.integer({ min: 1, max: 9 }),
});

it("equals a store that was filled from the first block, however it began and wherever it was stopped", async () => {
  await fc.assert(
    fc.asyncProperty(steps, begin, fc.array(fc.nat(300), { maxLength: 4 }), async (given, begin, stops) => {
      const history = await History.open(await VmChain.open({ chainId: 99_999 }));
      await history.play(given);
      const node = await serveVmNode(history.chain);
      const front = await indexChains();
      const back = await indexChains();
      try {
        front.add(node);
        await front.reach(node);
        for (const milliseconds of stops) {
          back.add(node, {}, Date.now, begin);
          await new Promise((resolve) => setTimeout(resolve, milliseconds));
          await back.stop(node);
        }
        back.add(node, {}, Date.now, begin);
        await whole(back, node);
        // New blocks come after the older ones.
        await history.play(given.slice(0, 5));
        await Promise.all([front.reach(node), back.reach(node)]);
        expect(await dumped(back)).toEqual(await dumped(front));
      } finally {
        await front.close();
        await back.close();
        await node.close();
      }
    }),
    // A failure says more than a smaller example that takes minutes to find.
    { numRuns: 6, endOnFailure: true },
  );
}, 300_000);

it("reads the last range of older blocks again when it was stopped as it came", async () => {
  const history = await History.open(await VmChain.open({ chainId: 99_999 }));
  await history.play(fc.sample(steps, { numRuns: 1, seed: 3 })[0] ?? []);
  const node = await serveVmNode(history.chain);
  const front = await indexChains();
  const back = await indexChains();
  const begin = { newest: 4, range: 6 };
  try {
    front.add(node);
    await front.reach(node);
    const stop = new AbortController();
    await runEvmIndexer({
      ...optionsOf(back.stores, stop.signal),
      chain: { rpcUrl: node.url, facts: {} },
      begin: { farther: 0, blocks: begin.newest },
      openOlder: async function* (start, events) {
        const source = openSource({ rpcUrl: node.url });
        const range = { first: begin.range, least: 1, most: begin.range };
        const client = openEvm(node.url);
        const older = readOlder(start, {
          ...optionsOf(back.stores, stop.signal),
          ...events,
          client,
          source,
          range,
        });
        for (;;) {
          const { value, done } = await older.next();
          if (done) return value;
          if (value[0]?.[0]?.height === 0) stop.abort();
          yield value;
        }
      },
    });
    expect((await until(back, () => true)).older).toBe("wanted");
    back.add(node, {}, Date.now, begin);
    await whole(back, node);
    expect(await dumped(back)).toEqual(await dumped(front));
  } finally {
    await front.close();
    await back.close();
    await node.close();
  }
}, 60_000);

/** An indexer with short pauses. */
function optionsOf(stores: Stores, signal: AbortSignal) {
  return {
    stores,
    signal,
    holder: "test",
    now: Date.now,
    log: SILENT,
    sleep: (ms: number, signal?: AbortSignal) =>
      sleep(Math.min(ms, 20), undefined, { signal }).catch(() => {}),
  };
}

describe("a node that lacks older blocks", () => {
  const LACKING = 12;
  let node: VmNode;
  let firn: IndexedChains;
  let lacksBelow = LACKING;

  beforeEach(async () => {
    lacksBelow = LACKING;
    const history = await History.open(await VmChain.open({ chainId: 99_999 }));
    await history.play(fc.sample(steps, { numRuns: 1, seed: 7 })[0] ?? []);
    node = await serveVmNode(history.chain);
    // Every node has the genesis.
    const lacks = (height: number) => height > 0 && height < lacksBelow;
    node.alter = ({ method, params }, answer) =>
      method.startsWith("eth_getBlock") && lacks(Number(params[0])) ? { result: null } : answer;
    firn = await indexChains();
  });

  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  it("gives a store that begins with the first one it has, and says so", async () => {
    firn.add(node);
    await firn.reach(node);
    expect(await until(firn, ({ older }) => older === "missing")).toEqual({
      firstHeight: LACKING,
      countedFrom: LACKING,
      countedTo: undefined,
      older: "missing",
    });
    await vi.waitFor(
      async () =>
        expect((await firn.status(node))?.says).toBe(
          "the node has no blocks before 12: balances and statistics count from there",
        ),
      60_000,
    );
  });

  it("is not taken for one that is busy", async () => {
    lacksBelow = 0;
    const given = node.alter;
    let refused = 0;
    node.alter = (call, answer) =>
      Number(call.params[0]) < LACKING && call.method.startsWith("eth_getBlock") && refused++ < 20
        ? { error: { code: -32000, message: "the server is busy" } }
        : given(call, answer);
    firn.add(node, {}, Date.now, { newest: 4, range: 3 });
    await whole(firn, node);
    expect(refused).toBeGreaterThan(19);
  });

  it("without the receipts of some, begins behind them", async () => {
    lacksBelow = 0;
    // As after state sync: blocks are there before their receipts are.
    node.alter = ({ method, params }, answer) => {
      if (method !== "eth_getBlockReceipts" || Number(params[0]) >= LACKING) return answer;
      const { length } = (answer as { result: unknown[] }).result;
      return length === 0
        ? answer
        : { error: { code: -32000, message: `receipts length mismatch: ${length} vs 0` } };
    };
    firn.add(node, {}, Date.now, { newest: 4, range: 3 });
    await firn.reach(node);
    const { firstHeight } = await until(firn, ({ older }) => older === "missing");
    const lacking = node.chain.blocks.findLast(
      ({ height, transactions }) => height < LACKING && transactions.length > 0,
    );
    expect(firstHeight).toBe((lacking?.height ?? 0) + 1);
  });

  it("and is replaced by one that has them makes the store whole", async () => {
    firn.add(node, {}, Date.now, { newest: 4, range: 3 });
    await firn.reach(node);
    await until(firn, ({ older }) => older === "missing");
    lacksBelow = 5;
    await firn.stop(node);
    firn.add(node, {}, Date.now, { newest: 4, range: 3 });
    await until(firn, ({ older, firstHeight }) => older === "missing" && firstHeight === 5);
    lacksBelow = 0;
    await firn.stop(node);
    firn.add(node, {}, Date.now, { newest: 4, range: 3 });
    await whole(firn, node);
    const front = await indexChains();
    front.add(node);
    await front.reach(node);
    expect(await dumped(firn)).toEqual(await dumped(front));
    await front.close();
  });
});

it("begins the C-Chain with the first block of a node that was synced by state", async () => {
  const devnet = await serveDevnet({
    recording: await openRecording("custom-network"),
    port: 0,
    indexEnabled: false,
    firstBlock: 100,
  });
  const folder = mkdtempSync(join(tmpdir(), "firn-synced-"));
  const stores = testStores(folder);
  const stop = new AbortController();
  const running = runEvmIndexer({
    ...optionsOf(stores, stop.signal),
    chain: { rpcUrl: `${devnet.url}/ext/bc/C/rpc`, indexUrl: devnet.url, facts: {} },
  });
  try {
    const id = await openEvm(`${devnet.url}/ext/bc/C/rpc`).getEvmChainId();
    const store = await vi.waitFor(() => stores.open(`evm/${id}`, { mode: "read" }), 60_000);
    await vi.waitFor(
      async () =>
        expect(await readHistory(store.db)).toMatchObject({
          firstHeight: 100,
          older: "missing",
          countedFrom: 100,
        }),
      60_000,
    );
    await vi.waitFor(
      async () => expect((await readCheckpoint(store.db, EVM_STREAM))?.height).toBe(devnet.accepted().C),
      60_000,
    );
    await store.close();
  } finally {
    stop.abort();
    await running;
    await devnet.close();
    rmSync(folder, { recursive: true });
  }
});

describe("older blocks of another chain", () => {
  let node: VmNode;
  let foreign: VmNode;
  let firn: IndexedChains;

  beforeEach(async () => {
    [node, foreign] = await Promise.all([served(1), served(2)]);
    firn = await indexChains();
  });

  afterEach(async () => {
    await firn.close();
    await node.close();
    await foreign.close();
  });

  /** A node whose blocks carry transfers of `value`. */
  async function served(value: number): Promise<VmNode> {
    const chain = await VmChain.open({ chainId: 99_999 });
    for (let i = 0; i < 12; i++)
      await chain.mine([{ from: 0, to: chain.accounts[1] ?? "", value: BigInt(value) }]);
    return serveVmNode(chain);
  }

  /** What the other chain's node answers. */
  async function ofForeign(call: Parameters<VmNode["alter"]>[0]): Promise<RpcAnswer> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...call });
    return (await (await fetch(foreign.url, { method: "POST", body })).json()) as RpcAnswer;
  }

  function index(): void {
    // Pauses after a failure are measured by the clock.
    const start = Date.now();
    firn.add(node, {}, () => start + 200 * (Date.now() - start), { newest: 4, range: 3 });
  }

  it("are refused", async () => {
    let foreignRanges = 0;
    node.alter = async (call, answer) => {
      if (!call.method.startsWith("eth_getBlock") && !call.method.startsWith("debug_")) return answer;
      if (Number(call.params[0]) >= 7) return answer;
      if (call.method === "eth_getBlockReceipts") foreignRanges += 1;
      return ofForeign(call);
    };
    index();
    await firn.reach(node);
    // Blocks 7 and 8 have arrived with the range in which the other chain begins, or not at all.
    await until(firn, ({ firstHeight }) => firstHeight === 9);
    // Read, refused, and read again.
    await vi.waitFor(() => expect(foreignRanges).toBeGreaterThan(6), { timeout: 300_000 });
    expect(await until(firn, () => true)).toMatchObject({ firstHeight: 9, older: "wanted" });
    node.alter = (_, answer) => answer;
    await whole(firn, node);
  });

  it("are read again when their receipts are asked of the right one", async () => {
    const taken: string[] = [];
    node.alter = async (call, answer) => {
      const isBlock = call.method === "eth_getBlockByNumber" && call.params[1] === true;
      if (!isBlock || Number(call.params[0]) >= 7 || taken.length >= 12) return answer;
      taken.push(String(call.params[0]));
      return ofForeign(call);
    };
    index();
    await whole(firn, node);
    expect(taken).toHaveLength(12);
  });
});

async function dumped(firn: IndexedChains) {
  const store = await firn.stores.open("evm/99999", { mode: "read" });
  try {
    return await dumpEvm(store.db);
  } finally {
    await store.close();
  }
}

/** Waits until the store has everything and has counted it. */
async function whole(firn: IndexedChains, node: VmNode): Promise<void> {
  await firn.reach(node);
  await until(firn, isWhole);
}

/** Waits until the store's history is as wanted. */
async function until(firn: IndexedChains, isThere: (history: EvmHistory) => boolean): Promise<EvmHistory> {
  const store = await firn.stores.open("evm/99999", { mode: "read" });
  try {
    return await vi.waitFor(
      async () => {
        const history = await readHistory(store.db);
        if (history && isThere(history)) return history;
        throw new Error(`the history is ${JSON.stringify(history)}`);
      },
      { timeout: 60_000, interval: 30 },
    );
  } finally {
    await store.close();
  }
}
