import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openNode } from "../client/node";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { readCheckpoint } from "../store/checkpoint";
import { renewLease } from "../store/lease";
import { readNetwork } from "../store/network";
import { openStore, type Store } from "../store/open";
import { freshPath } from "../store/test-stores";
import { type IndexerOptions, runIndexer } from "./start";
import { genesisOf, quickSleep, untilStatus, untilStored } from "./test-rig";

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

/** The indexer as `firn index` runs it, and a second connection to watch its store. */
async function start(url: string, path: string, options: Partial<IndexerOptions> = {}) {
  const stop = new AbortController();
  const warnings: string[] = [];
  let ready = () => {};
  const opened = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const done = runIndexer({
    storePath: path,
    setAsideFolder: join(dirname(path), "set-aside"),
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
  const store = await openStore(path, { mode: "read" });
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
  test("follows a node, keeps what it learned of its network, and goes on where it was", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const genesis = genesisOf(custom.genesis.configuration);
    const first = await start(devnet.url, path, { genesis });
    await untilStored(first, 110);
    await first.stop();
    expect(await readNetwork(first.store.db)).toMatchObject({
      networkId: "54321",
      hrp: "custom",
      nodeId: custom.network.nodeId,
      nodeVersion: "avalanchego/1.14.2",
      genesis: expect.stringMatching(/^0x/),
    });
    const again = await start(devnet.url, path, { genesis });
    await untilStatus(again, ({ state }) => state === "following");
    expect(await readCheckpoint(again.store.db, "P/block")).toMatchObject({ next_index: 110 });
    expect(again.warnings).toEqual([]);
    await again.stop();
  });

  test("makes the rows of an older Firn anew before it goes on", async () => {
    const path = freshPath();
    const devnet = await serve(custom);
    const genesis = genesisOf(custom.genesis.configuration);
    const first = await start(devnet.url, path, { genesis });
    await untilStored(first, 110);
    await first.stop();
    const older = await openStore(path, { mode: "write", nowMs: 0 });
    const right = await older.db.selectFrom("stake").selectAll().execute();
    await older.db.deleteFrom("stake").execute();
    await older.db.deleteFrom("network").where("key", "=", "projection").execute();
    await older.close();
    const again = await start(devnet.url, path, { genesis });
    await expect
      .poll(async () => (await readNetwork(again.store.db)).projection, { timeout: 20_000 })
      .toBeDefined();
    expect(again.warnings).toEqual([expect.stringContaining("made anew")]);
    expect(await again.store.db.selectFrom("stake").selectAll().execute()).toEqual(right);
    await again.stop();
  });

  test("finds the local network's genesis by itself", async () => {
    const devnet = await serve(local);
    const rig = await start(devnet.url, freshPath());
    await untilStored(rig, 86);
    const status = await untilStatus(rig, ({ state }) => state === "following");
    expect(status.notice).toBeNull();
    await rig.stop();
  });

  test("goes on without a genesis, and says what is missing", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, freshPath());
    await untilStored(rig, 110);
    const status = await untilStatus(rig, ({ notice }) => notice !== null);
    expect(status.notice).toMatch(/FIRN_GENESIS/);
    const blocks = await rig.store.db.selectFrom("block").select("supply").execute();
    expect(blocks.every(({ supply }) => supply === null)).toBe(true);
    await rig.stop();
  });

  test("refuses a genesis of another network", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, freshPath(), { genesis: genesisOf(local.genesis.configuration) });
    await expect(rig.done).rejects.toMatchObject({
      name: "ConfigError",
      code: "CONFIG_INVALID",
      hint: expect.stringContaining("FIRN_GENESIS"),
    });
  });

  /** A store whose lease someone else holds until `expiresAtMs`. */
  async function leased(expiresAtMs: number): Promise<string> {
    const path = freshPath();
    const store = await openStore(path, { mode: "write", nowMs: 0 });
    await store.db
      .insertInto("lease")
      .values({ name: "indexer", holder: "other", expires_at_ms: expiresAtMs })
      .execute();
    await store.close();
    return path;
  }

  /** A clock of which every look takes a tenth of a second. */
  function fastClock(): () => number {
    let now = 0;
    return () => {
      now += 100;
      return now;
    };
  }

  test("waits out the lease of one that was killed", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, await leased(4_000), { now: fastClock() });
    await untilStored(rig, 110);
    await rig.stop();
    expect(await rig.store.db.selectFrom("lease").selectAll().execute()).toEqual([]);
  });

  test("takes the lease of one that was killed before the clock was set back", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, await leased(1e12), { now: fastClock() });
    await untilStored(rig, 110);
    await rig.stop();
  });

  test("refuses a store that another indexer goes on writing", async () => {
    const devnet = await serve(custom);
    const path = await leased(4_000);
    const store = await openStore(path, { mode: "write", nowMs: 0 });
    onTestFinished(() => store.close());
    let nowMs = 0;
    const sleep = async () => {
      nowMs += 250;
      await renewLease(store.db, { name: "indexer", holder: "other", nowMs });
    };
    const second = start(devnet.url, path, { now: () => nowMs, sleep });
    await expect(second).rejects.toMatchObject({ name: "ConfigError", code: "LEASE_HELD" });
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
    expect(away).toMatchObject({ node_reachable: 0, node_error: expect.stringContaining("no answer from") });
    await serve(custom, devnet.port);
    const back = await untilStatus(rig, ({ state }) => state === "following");
    expect(back).toMatchObject({ node_reachable: 1, node_error: null });
    expect(rig.warnings.filter((text) => text.startsWith("the node is away"))).toHaveLength(1);
    await rig.stop();
  });

  test("has been replaced by a shorter one of another network: what differs is said, until it is back", async () => {
    const devnet = await serve(custom);
    const genesis = genesisOf(custom.genesis.configuration);
    const rig = await start(devnet.url, freshPath(), { genesis });
    await untilStored(rig, 110);
    await devnet.close();
    const other = await serve(local, devnet.port);
    const told = await untilStatus(rig, ({ notice }) => notice !== null);
    expect(told.state).toBe("waiting-for-node");
    expect(told.notice).toContain(
      `container 85 is ${custom.containers["P/block"][85]?.id}, the node's is another`,
    );
    await other.close();
    await serve(custom, devnet.port);
    await untilStatus(rig, ({ notice, state }) => notice === null && state === "following");
    expect(await pHeights(rig.store)).toBe(110);
    await rig.stop();
  });

  test("has been replaced by a longer one of another network: streams stop, until the right one is back", async () => {
    const devnet = await serve(local);
    // The clock goes as if every pause were made.
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

  test("has been replaced by one that has yet to index: that is said while it is waited for", async () => {
    const devnet = await serve(custom);
    const rig = await start(devnet.url, freshPath(), { genesis: genesisOf(custom.genesis.configuration) });
    await untilStored(rig, 110);
    await devnet.close();
    const young = await serveDevnet({ recording: custom, port: devnet.port, acceptance: "manual" });
    onTestFinished(() => young.close());
    const told = await untilStatus(rig, ({ notice }) => notice !== null);
    expect(told).toMatchObject({
      state: "waiting-for-node",
      notice: expect.stringMatching(
        /^the node's index (ends at container \d+|is empty), the store's at 109: it is waited for$/,
      ),
    });
    while (young.accepted().P < 110) if (young.acceptNext() === undefined) break;
    await untilStatus(rig, ({ notice, state }) => notice === null && state === "following");
    await rig.stop();
  });

  test("or answers rubbish, then answers well, loses nothing", async () => {
    const rubbish = createServer((_, response) => response.end("<html>not a node</html>"));
    await new Promise<void>((resolve) => rubbish.listen(0, "127.0.0.1", resolve));
    const address = rubbish.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const rig = await start(`http://127.0.0.1:${port}`, freshPath());
    const status = await untilStatus(rig, ({ state }) => state === "waiting-for-node");
    expect(status.node_reachable).toBe(0);
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

  test("is set aside, one line says so, and indexing starts afresh", async () => {
    const path = freshPath();
    await indexed(custom, path, 110);
    const devnet = await serve(local);
    const rig = await start(devnet.url, path);
    await untilStatus(rig, ({ node_head_index, state }) => node_head_index === 85 && state === "following");
    await untilStored(rig, 86);
    expect(await pHeights(rig.store)).toBe(86);
    expect(rig.warnings).toEqual([
      expect.stringMatching(/another network than the store: the store is now .*set-aside/),
    ]);
    await rig.stop();
    const folder = join(dirname(path), "set-aside");
    const [date = ""] = readdirSync(folder);
    const old: Store = await openStore(join(folder, date, "primary.db"), { mode: "read" });
    expect(await pHeights(old)).toBe(110);
    await old.close();
  });

  test("with the same id but another history is set aside as well", async () => {
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
