import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openNode } from "../client/node";
import { stringifyLossless } from "../contract/rpc";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { readCheckpoint } from "../store/bookkeeping/checkpoint";
import { readBeat, takeLease } from "../store/bookkeeping/lease";
import { readNetwork } from "../store/bookkeeping/network";
import { holdStore } from "../store/sqlite/store-lock";
import type { Store } from "../store/stores";
import { ENGINE, freshPath } from "../testbed/engines";
import { genesisOf, quickSleep, untilStatus, untilStored } from "../testbed/indexer";
import { openPrimary, testStores } from "../testbed/test-stores";
import { ALL_STREAMS } from "./follow/stream";
import { type IndexerOptions, runIndexer } from "./start";

let custom: Recording;
let local: Recording;
beforeAll(async () => {
  custom = await openRecording("custom-network");
  local = await openRecording("local-network");
});

async function serve(recording: Recording, port = 0): Promise<Devnet> {
  const devnet = await serveDevnet({ recording, port });
  onTestFinished(() => devnet.close().catch(() => undefined));
  return devnet;
}

/** Runs the indexer like `firn index`, with a second connection to watch its store. */
async function start(url: string, path: string, options: Partial<IndexerOptions> = {}) {
  const stop = new AbortController();
  const warnings: string[] = [];
  let ready = () => {};
  const opened = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const done = runIndexer({
    stores: testStores(dirname(path)),
    node: openNode(url),
    genesis: undefined,
    holder: `indexer-${Math.random()}`,
    now: Date.now,
    sleep: quickSleep,
    signal: stop.signal,
    log: { info: () => {}, warn: (message) => warnings.push(message), error: () => {} },
    observe: () => {},
    onReady: ready,
    ...options,
  });
  done.catch(() => undefined);
  await Promise.race([opened, done]);
  const store = await openPrimary(path, { mode: "read" });
  onTestFinished(() => store.close());
  const ended = done.then((): "ended" => "ended");
  const end = () => {
    stop.abort();
    return done;
  };
  onTestFinished(() => end().catch(() => undefined));
  return { store, done: ended, stop: end, warnings };
}

describe("the indexer", () => {
  test("follows a node, stores facts about its network, and goes on where it was", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const genesis = genesisOf(custom.genesis.configuration);
    const first = await start(devnet.url, path, { genesis });
    await untilStored(first, 110);
    await first.stop();
    const facts = await readNetwork(first.store.db);
    expect(facts).toMatchObject({
      networkId: "54321",
      hrp: "custom",
      nodeId: custom.network.nodeId,
      nodeVersion: "avalanchego/1.14.2",
      genesis: expect.stringMatching(/^0x/),
      pageTokenKey: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    const again = await start(devnet.url, path, { genesis });
    await untilStatus(again, ({ state }) => state === "following");
    expect(await readCheckpoint(again.store.db, "P/block")).toMatchObject({ next_index: 110 });
    expect(again.warnings).toEqual([]);
    expect((await readNetwork(again.store.db)).pageTokenKey).toBe(facts.pageTokenKey);
    await again.stop();
  });

  test("rebuilds the rows of an older Firn before it goes on", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const genesis = genesisOf(custom.genesis.configuration);
    const first = await start(devnet.url, path, { genesis });
    await untilStored(first, 110);
    await first.stop();
    const older = await openPrimary(path, { mode: "write", nowMs: 0 });
    const right = await older.db.selectFrom("stake").selectAll().execute();
    await older.db.deleteFrom("stake").execute();
    await older.db.deleteFrom("network").where("key", "=", "projection").execute();
    await older.close();
    const again = await start(devnet.url, path, { genesis });
    await expect.poll(async () => (await readNetwork(again.store.db)).projection).toBeDefined();
    expect(again.warnings).toEqual([expect.stringContaining("rebuilding its rows")]);
    expect(await again.store.db.selectFrom("stake").selectAll().execute()).toEqual(right);
    await again.stop();
  });

  test("finds the local network's genesis", async () => {
    const devnet = await serve(local);
    const rig = await start(devnet.url, freshPath());
    await untilStored(rig, 86);
    const status = await untilStatus(rig, ({ state }) => state === "following");
    expect(status.notice).toBeNull();
    await rig.stop();
  });

  test("goes on without a genesis, and reports what is missing", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, freshPath());
    await untilStored(rig, 110);
    const status = await untilStatus(rig, ({ notice }) => notice !== null);
    expect(status.notice).toMatch(/FIRN_GENESIS/);
    const blocks = await rig.store.db.selectFrom("block").select("supply").execute();
    expect(blocks.every(({ supply }) => supply === null)).toBe(true);
    await rig.stop();
  });

  test("waits for the network of its genesis, and reports which one the node has", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, freshPath(), { genesis: genesisOf(local.genesis.configuration) });
    const status = await untilStatus(rig, ({ node_error }) => node_error !== null);
    expect(status.node_error).toMatch(/begins with block .*but FIRN_GENESIS has another/);
    await devnet.close();
    await serve(local, devnet.port);
    await untilStored(rig, 86);
    await rig.stop();
  });

  test("has the state of the genesis before the first block, and the same rows once there are blocks", async () => {
    const young = await serveDevnet({ recording: custom, port: 0, acceptance: "manual" });
    onTestFinished(() => young.close());
    const genesis = genesisOf(custom.genesis.configuration);
    const rig = await start(young.url, freshPath(), { genesis });
    const count = async (table: "stake" | "utxo") =>
      (await rig.store.db.selectFrom(table).selectAll().execute()).length;
    await expect.poll(() => count("stake"), { timeout: 60_000 }).toBeGreaterThan(0);
    expect(young.accepted().P).toBe(0);
    expect(await count("utxo")).toBeGreaterThan(0);
    expect(await readCheckpoint(rig.store.db, "P/block")).toBeUndefined();
    while (young.acceptNext() !== undefined);
    await untilStored(rig, 110);
    await rig.stop();
    const late = await serve(custom);
    const other = await start(late.url, freshPath(), { genesis });
    await untilStored(other, 110);
    await other.stop();
    for (const table of ["stake", "ledger_record", "subnet"] as const) {
      const rows = async ({ db }: Store) =>
        new Set((await db.selectFrom(table).selectAll().execute()).map((row) => stringifyLossless(row)));
      expect(await rows(rig.store), table).toEqual(await rows(other.store));
    }
  });

  test("rebuilds rows once the genesis is known, without `firn reset`", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const without = await start(devnet.url, path);
    await untilStored(without, 110);
    await without.stop();
    const rig = await start(devnet.url, path, { genesis: genesisOf(custom.genesis.configuration) });
    const lacking = rig.store.db
      .selectFrom("block")
      .select("height")
      .where("chain", "=", 0)
      .where("supply", "is", null);
    await expect.poll(async () => (await lacking.execute()).length, { timeout: 60_000 }).toBe(0);
    expect(rig.warnings).toEqual([expect.stringContaining("without the network's genesis")]);
    await rig.stop();
  });

  test("waits for its predecessor, which is about to end", async () => {
    const devnet = await serve(custom);
    const path = freshPath();
    const before = await openPrimary(path, { mode: "write", nowMs: 0 });
    onTestFinished(() => before.close());
    const lease = await takeLease(before.db, { name: "indexer", holder: "other", nowMs: 0 });
    let requests = 0;
    const sleep: IndexerOptions["sleep"] = async (ms, signal) => {
      requests += 1;
      if (requests === 3) await lease.release();
      return quickSleep(ms, signal);
    };
    const rig = await start(devnet.url, path, { sleep });
    await untilStored(rig, 110);
    await rig.stop();
    expect(await rig.store.db.selectFrom("lease").selectAll().execute()).toEqual([]);
  });

  test.runIf(ENGINE.keepsFiles)("refuses a store that another indexer keeps writing", async () => {
    const devnet = await serve(custom);
    const path = freshPath();
    const first = await start(devnet.url, path);
    const second = start(devnet.url, path);
    await expect(second).rejects.toMatchObject({ name: "ConfigError", code: "LEASE_HELD" });
    await untilStored(first, 110);
    await first.stop();
  });

  test.skipIf(ENGINE.keepsFiles)(
    "stands by while another indexer writes, and goes on when it ends",
    async () => {
      const devnet = await serve(custom);
      const path = freshPath();
      const first = await start("http://127.0.0.1:1", path);
      let second: ReturnType<typeof start> | undefined;
      await new Promise<void>((resolve) => {
        second = start(devnet.url, path, { onStandBy: resolve });
      });
      expect(await readCheckpoint(first.store.db, "P/block")).toBeUndefined();
      await first.stop();
      const rig = await second;
      if (rig === undefined) throw new Error("no second indexer");
      await untilStored(rig, 110);
      await rig.stop();
    },
  );

  test.runIf(ENGINE.keepsFiles)("keeps its store however long it waits for an unreachable node", async () => {
    const path = freshPath();
    const day = 86_400_000;
    let nowMs = 0;
    const now = () => {
      nowMs += day;
      return nowMs;
    };
    const second = await openPrimary(path, { mode: "write", nowMs: 0 });
    onTestFinished(() => second.close());
    const first = await start("http://127.0.0.1:1", path, { now });
    await untilStatus(first, ({ state }) => state === "waiting-for-node");
    const claim = { name: "indexer", holder: "second", nowMs: nowMs + 30 * day };
    await expect(takeLease(second.db, claim)).rejects.toMatchObject({ code: "LEASE_HELD" });
    expect(holdStore(path)).toBeUndefined();
    await first.stop();
    holdStore(path)?.();
  });

  test("writes nothing to an idle store, and its lease still shows that it is running", async () => {
    const devnet = await serve(custom);
    const path = freshPath();
    const node = openNode(devnet.url);
    let requests = 0;
    const counted: IndexerOptions["node"] = {
      ...node,
      getLastAccepted: (...args) => {
        requests += 1;
        return node.getLastAccepted(...args);
      },
    };
    const rig = await start(devnet.url, path, { node: counted });
    await untilStored(rig, 110);
    for (const { name } of ALL_STREAMS) await untilStatus(rig, ({ state }) => state === "following", name);
    const commits = () => ENGINE.commits(rig.store.db);
    const afterMore = async () => {
      const goal = requests + 60;
      await expect.poll(() => requests, { timeout: 60_000 }).toBeGreaterThan(goal);
      return { commits: await commits(), beat: await readBeat(rig.store.db) };
    };
    let last = await afterMore();
    let next = await afterMore();
    // Counts and status of catching up may still be on their way.
    for (let i = 0; i < 20 && next.commits !== last.commits; i++) {
      last = next;
      next = await afterMore();
    }
    const later = await afterMore();
    expect(later.commits).toEqual(next.commits);
    expect(later.beat).toBeGreaterThan(next.beat ?? Number.POSITIVE_INFINITY);
    await rig.stop();
  });

  test.runIf(ENGINE.keepsFiles)(
    "ends when its store's file is deleted while it runs: the next one begins a new store",
    async () => {
      const devnet = await serve(custom);
      const path = freshPath();
      const rig = await start(devnet.url, path);
      await untilStored(rig, 110);
      for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
      await expect(rig.done).rejects.toMatchObject({
        code: "STORE_CONFLICT",
        message: `the file ${path} was deleted or replaced while it was written`,
      });
      const again = await start(devnet.url, path);
      await untilStored(again, 110);
      await again.stop();
    },
  );

  test("reports a takeover when another one writes its store despite the lease", async () => {
    const devnet = await serve(custom);
    const path = freshPath();
    const rig = await start(devnet.url, path);
    await untilStored(rig, 110);
    const other = await openPrimary(path, { mode: "write", nowMs: 0 });
    onTestFinished(() => other.close());
    await other.db.updateTable("lease").set({ holder: "other" }).execute();
    await expect(rig.done).rejects.toMatchObject({
      name: "StoreError",
      code: "STORE_CONFLICT",
      message: "the store was taken over by another indexer",
    });
    expect(await other.db.selectFrom("lease").select("holder").execute()).toEqual([{ holder: "other" }]);
  });
});

describe("a node that isn't there", () => {
  test("is waited for, and its return is noticed", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const rig = await start(devnet.url, path);
    await untilStored(rig, 110);
    await devnet.close();
    const away = await untilStatus(rig, ({ state }) => state === "waiting-for-node");
    expect(away).toMatchObject({
      node_reachable: false,
      node_error: expect.stringContaining("no answer from"),
    });
    await serve(custom, devnet.port);
    const back = await untilStatus(
      rig,
      ({ state, node_reachable }) => state === "following" && Boolean(node_reachable),
    );
    expect(back).toMatchObject({ node_reachable: true, node_error: null });
    expect(rig.warnings.filter((text) => text.startsWith("the node is away"))).toHaveLength(1);
    await rig.stop();
  });

  test("has been replaced by a shorter one of another network: the difference is reported until it is back", async () => {
    const devnet = await serve(custom);
    const genesis = genesisOf(custom.genesis.configuration);
    const rig = await start(devnet.url, freshPath(), { genesis });
    await untilStored(rig, 110);
    await devnet.close();
    const other = await serve(local, devnet.port);
    const status = await untilStatus(
      rig,
      ({ notice, state }) => notice !== null && state === "waiting-for-node",
    );
    expect(status.notice).toContain(
      `container 85 is ${custom.containers["P/block"][85]?.id}, the node has another`,
    );
    await other.close();
    await serve(custom, devnet.port);
    await untilStatus(rig, ({ notice, state }) => notice === null && state === "following");
    expect(await pHeights(rig.store)).toBe(110);
    await rig.stop();
  });

  test("has been replaced by a shorter one: a stop while its history is compared ends the indexer like any other", async () => {
    const devnet = await serve(custom);
    const genesis = genesisOf(custom.genesis.configuration);
    const node = openNode(devnet.url);
    let hangs = false;
    let waiting = 0;
    const getContainerRange: typeof node.getContainerRange = (name, start, count, options = {}) => {
      if (!hangs) return node.getContainerRange(name, start, count, options);
      waiting += 1;
      return new Promise((_, reject) =>
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
      );
    };
    const hanging = { ...node, getContainerRange };
    const rig = await start(devnet.url, freshPath(), { genesis, node: hanging });
    await untilStored(rig, 110);
    await devnet.close();
    hangs = true;
    await serve(local, devnet.port);
    await expect.poll(() => waiting).toBeGreaterThan(0);
    await rig.stop();
    expect(await pHeights(rig.store)).toBe(110);
  });

  test("has been replaced by a longer one of another network: streams stop, until the right one is back", async () => {
    const devnet = await serve(local);
    // The clock advances as if every pause were taken.
    let pausedMs = 0;
    const now = () => Date.now() + pausedMs;
    const sleep: IndexerOptions["sleep"] = async (ms, signal) => {
      pausedMs += ms;
      await quickSleep(ms, signal);
    };
    const rig = await start(devnet.url, freshPath(), { now, sleep });
    await untilStored(rig, 86);
    await devnet.close();
    const other = await serve(custom, devnet.port);
    const stopped = await untilStatus(rig, ({ state }) => state === "stopped");
    expect(stopped).toMatchObject({
      error_code: expect.stringMatching(/MISMATCH$/),
      error_hint: expect.any(String),
    });
    await other.close();
    await serve(local, devnet.port);
    const back = await untilStatus(rig, ({ state }) => state === "following");
    expect(back).toMatchObject({ error_code: null, notice: null });
    expect(await pHeights(rig.store)).toBe(86);
    await rig.stop();
  });

  test("has been replaced by one that has yet to index: that is reported meanwhile", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, freshPath(), { genesis: genesisOf(custom.genesis.configuration) });
    await untilStored(rig, 110);
    await devnet.close();
    const young = await serveDevnet({ recording: custom, port: devnet.port, acceptance: "manual" });
    onTestFinished(() => young.close());
    const told = /^the node's index (ends at container \d+|is empty), the store's at 109: waiting for it$/;
    await untilStatus(rig, ({ state, notice }) => state === "waiting-for-node" && told.test(notice ?? ""));
    while (young.accepted().P < 110) if (young.acceptNext() === undefined) break;
    await untilStatus(rig, ({ notice, state }) => notice === null && state === "following");
    await rig.stop();
  });

  test("or answers garbage and then correctly loses nothing", async () => {
    const rubbish = createServer((_, response) => response.end("<html>not a node</html>"));
    await new Promise<void>((resolve) => rubbish.listen(0, "127.0.0.1", resolve));
    const address = rubbish.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const rig = await start(`http://127.0.0.1:${port}`, freshPath());
    const status = await untilStatus(rig, ({ state }) => state === "waiting-for-node");
    expect(status.node_reachable).toBe(false);
    await new Promise((resolve) => rubbish.close(resolve));
    rubbish.closeAllConnections();
    await serve(custom, port);
    await untilStored(rig, 110);
    await rig.stop();
  });
});

async function pHeights({ db }: Store): Promise<number> {
  return (await db.selectFrom("block").select("height").where("chain", "=", 0).execute()).length;
}

describe("a store of another network", () => {
  async function indexed(recording: Recording, path: string, height: number): Promise<void> {
    const devnet = await serve(recording);
    const rig = await start(devnet.url, path);
    await untilStored(rig, height);
    await rig.stop();
    await devnet.close();
  }

  test("is archived, one line says so, and indexing starts over", async () => {
    const path = freshPath();
    await indexed(custom, path, 110);
    const devnet = await serve(local);
    const rig = await start(devnet.url, path);
    await untilStatus(rig, ({ node_head_index, state }) => node_head_index === 85 && state === "following");
    await untilStored(rig, 86);
    expect(await pHeights(rig.store)).toBe(86);
    expect(rig.warnings).toEqual([
      expect.stringMatching(
        /a different network than the store: the store is archived as .*(set-aside|_until_)/,
      ),
    ]);
    await rig.stop();
    const stores = testStores(dirname(path));
    const [archive, ...others] = await stores.archives("primary");
    if (archive === undefined) throw new Error("no archive");
    expect(others).toEqual([]);
    const old: Store = await stores.openArchive(archive, 0);
    expect(await pHeights(old)).toBe(110);
    await old.close();
  });

  test("with the same id but a different history is archived as well", async () => {
    const path = freshPath();
    await indexed(custom, path, 110);
    const twin = { ...local, network: { ...local.network, networkId: 54321 } };
    const devnet = await serve(twin);
    const rig = await start(devnet.url, path);
    await untilStatus(rig, ({ node_head_index, state }) => node_head_index === 85 && state === "following");
    expect(rig.warnings).toHaveLength(2);
    await rig.stop();
  });

  test.each([1, 5])("is refused when one of the two is network %s", async (networkId) => {
    const path = freshPath();
    await indexed(custom, path, 110);
    const devnet = await serve({ ...local, network: { ...local.network, networkId } });
    const rig = await start(devnet.url, path);
    await expect(rig.done).rejects.toMatchObject({
      name: "ConfigError",
      code: "WRONG_NETWORK",
      hint: expect.stringContaining("firn reset"),
    });
    expect(rig.warnings).toEqual([]);
  });
});

/** The recording with other upgrades in its node's answers. */
function withUpgrades(recording: Recording, changed: Record<string, unknown>): Recording {
  const answers = recording.answers.map((answer) => {
    if (answer.method !== "info.upgrades") return answer;
    const { result, ...reply } = JSON.parse(answer.reply) as { result: object };
    return { ...answer, reply: JSON.stringify({ ...reply, result: { ...result, ...changed } }) };
  });
  return { ...recording, answers };
}

describe("the times of upgrades", () => {
  test("that are invalid are waited out like every bad answer", async () => {
    const devnet = await serve(custom);
    let isOdd = true;
    const node = openNode(devnet.url, {
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!isOdd || !String(init?.body).includes("info.upgrades")) return answer;
        return Response.json({ jsonrpc: "2.0", id: 1, result: { cortinaTime: "soon" } });
      },
    });
    const rig = await start(devnet.url, freshPath(), { node });
    const status = await untilStatus(rig, ({ node_error }) => node_error !== null);
    expect(status.node_error).toContain('cortinaTime is "soon"');
    isOdd = false;
    await untilStored(rig, 110);
    await rig.stop();
  });

  test("that were wrong when rows were written need no `firn reset`: the rows are rebuilt", async () => {
    const genesis = genesisOf(custom.genesis.configuration);
    const wrong = await serve(withUpgrades(custom, { etnaTime: "2099-01-01T00:00:00Z" }));
    const rig = await start(wrong.url, freshPath(), { genesis });
    const status = await untilStatus(rig, ({ state }) => state === "stopped");
    expect(status.error_code).toBe("LEDGER_MISMATCH");
    await wrong.close();
    await serve(custom, wrong.port);
    await untilStored(rig, 110);
    await rig.stop();
    const truth = await start((await serve(custom)).url, freshPath(), { genesis });
    await untilStored(truth, 110);
    await truth.stop();
    const rows = ({ db }: Store) =>
      db.selectFrom("block").select(["height", "supply", "l1_accrued_fees"]).where("chain", "=", 0).execute();
    expect(await rows(rig.store)).toEqual(await rows(truth.store));
  });
});

describe("a node that contradicts itself about its network", () => {
  test("is waited for: one bad answer archives nothing", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const rig = await start(devnet.url, path);
    await untilStored(rig, 110);
    await rig.stop();
    await devnet.close();
    const odd = await serve({ ...custom, network: { ...custom.network, networkId: 777 } });
    const again = await start(odd.url, path);
    const status = await untilStatus(again, ({ node_error }) => node_error !== null);
    expect(status.node_error).toMatch(/has a different network id than the store, but otherwise matches it/);
    expect(await testStores(dirname(path)).archives("primary")).toEqual([]);
    await odd.close();
    await serve(custom, odd.port);
    await untilStatus(again, ({ state }) => state === "following");
    expect(await pHeights(again.store)).toBe(110);
    await again.stop();
  });
});

describe("an archived store", () => {
  test("is restored when its network returns", async () => {
    const path = freshPath();
    for (const [recording, height] of [
      [custom, 110],
      [local, 86],
    ] as const) {
      const devnet = await serve(recording);
      const rig = await start(devnet.url, path);
      await untilStored(rig, height);
      const head = height - 1;
      await untilStatus(
        rig,
        ({ node_head_index, state }) => node_head_index === head && state === "following",
      );
      await rig.stop();
      await devnet.close();
    }
    const rig = await start((await serve(custom)).url, path);
    await untilStatus(rig, ({ node_head_index, state }) => node_head_index === 109 && state === "following");
    await expect.poll(() => rig.warnings.join(), { timeout: 60_000 }).toContain("restored the store");
    expect(await pHeights(rig.store)).toBe(110);
    // The other store is archived now.
    expect(await testStores(dirname(path)).archives("primary")).toHaveLength(1);
    await rig.stop();
  });

  test("is never one that would take long to index again: the node is refused", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const rig = await start(devnet.url, path);
    await untilStored(rig, 110);
    await rig.stop();
    const store = await openPrimary(path, { mode: "write", nowMs: 0 });
    await store.db
      .updateTable("checkpoint")
      .set({ next_index: 100_000 })
      .where("stream", "=", "P/block")
      .execute();
    await store.close();
    const other = await start((await serve(local)).url, path);
    await expect(other.done).rejects.toMatchObject({ name: "ConfigError", code: "WRONG_NETWORK" });
    expect(await testStores(dirname(path)).archives("primary")).toEqual([]);
  });
});
