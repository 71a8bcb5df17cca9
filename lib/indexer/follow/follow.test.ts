import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { rulesOfNetwork } from "../../avalanche/ledger/rules";
import { openEvm } from "../../client/evm";
import { type NodeContainer, openNode } from "../../client/node";
import { openRecording, type Recording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { NodeError, StoreError } from "../../errors";
import type { Log } from "../../log";
import { Mutex } from "../../mutex";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { signLease } from "../../store/bookkeeping/lease";
import { freshPath, freshStore } from "../../testbed/engines";
import { networkOf, quickSleep } from "../../testbed/indexer";
import { openChain } from "../../testbed/test-stores";
import { blockVerbs } from "../evm/blocks";
import { containerSource } from "../evm/feed/source";
import { IdDictionaries } from "../rows/id-dictionaries";
import { type ContainerOptions, containerVerbs } from "./containers";
import { Follower, type FollowerOptions } from "./follow";
import { Outage } from "./outage";
import { STREAMS } from "./stream";
import type { IdleJob, StoredState } from "./verbs";

/** One follower, over both sets of verbs: containers of the C-Chain's index, and the EVM blocks in them. */

const CLAIM = { name: "indexer", holder: "test" };
type Db = FollowerOptions["db"];

/** Options of a test's follower. */
interface Setting {
  recording: Recording;
  url: string;
  node: ContainerOptions["node"];
  options: Pick<FollowerOptions, "now" | "sleep" | "signal" | "log">;
  /** Sits between the follower and its store. */
  plugin: KyselyPlugin;
  idle: readonly IdleJob<StoredState>[];
}

/** A follower that is ready to run, and its store. */
interface Opened {
  follower: { run(): Promise<void>; report: { state: string } };
  db: Db;
  stream: string;
}

async function openContainers({ recording, node, options, plugin, idle }: Setting): Promise<Opened> {
  const store = await freshStore();
  await signLease(store.db, CLAIM);
  const db = store.db.withPlugin(plugin);
  const { networkId, network, upgrades } = networkOf(recording);
  const verbs = containerVerbs(STREAMS["C/block"], {
    ...options,
    db,
    node,
    network,
    rules: rulesOfNetwork(networkId, upgrades),
    genesisFor: () => undefined,
    dictionaries: new IdDictionaries(db),
    lease: CLAIM,
    observe: () => {},
  });
  const shared = { ...options, db, claim: CLAIM, lock: new Mutex(), outage: new Outage(options.log) };
  return { follower: await Follower.open({ ...verbs, idle }, shared), db: store.db, stream: "C/block" };
}

async function openBlocks({ url, node, options, plugin, idle }: Setting): Promise<Opened> {
  const opened = await openChain(freshPath(), { mode: "write", nowMs: 0 });
  onTestFinished(() => opened.close());
  await signLease(opened.db, CLAIM);
  const store = { ...opened, db: opened.db.withPlugin(plugin) };
  const client = openEvm(`${url}/ext/bc/C/rpc`);
  const source = containerSource(node);
  const verbs = blockVerbs({ ...options, store, claim: CLAIM, source, client, traces: false });
  const shared = {
    ...options,
    db: store.db,
    claim: CLAIM,
    lock: new Mutex(),
    outage: new Outage(options.log),
  };
  return { follower: await Follower.open({ ...verbs, idle }, shared), db: opened.db, stream: "blocks" };
}

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

describe.each([
  { what: "containers", open: openContainers },
  { what: "EVM blocks", open: openBlocks },
])("a follower of $what", ({ open }) => {
  /** Opens a follower whose node has a given number of items, and lies, fails or hangs as the test says. */
  async function start({
    has = Number.POSITIVE_INFINITY,
    plugin = UNTOUCHED,
    idle = [],
  }: Partial<Start> = {}) {
    const devnet = await serveDevnet({ recording, port: 0 });
    onTestFinished(() => devnet.close());
    const truth = openNode(devnet.url);
    const node = {
      has,
      fail: async (_: AbortSignal | undefined): Promise<void> => {},
      lie: (container: NodeContainer) => container,
    };
    const logged: string[] = [];
    const say = (message: string) => void logged.push(message);
    let leapMs = 0;
    const stop = new AbortController();
    const { follower, db, stream } = await open({
      recording,
      url: devnet.url,
      plugin,
      idle,
      options: {
        now: () => Date.now() + leapMs,
        sleep: quickSleep,
        signal: stop.signal,
        log: { info: say, warn: say, error: say } satisfies Log,
      },
      node: {
        async getLastAccepted(name, options) {
          await node.fail(options?.signal);
          const last = await truth.getLastAccepted(name, options);
          const index = Math.min(last?.index ?? -1, node.has - 1);
          const container = await truth.getContainerByIndex(name, index, options);
          return container && node.lie(container);
        },
        async getContainerRange(name, from, count, options) {
          await node.fail(options?.signal);
          const range = await truth.getContainerRange(name, from, count, options);
          return range.filter(({ index }) => index < node.has).map((container) => node.lie(container));
        },
        async getHeight(chain, options) {
          await node.fail(options?.signal);
          return Math.min((await truth.getHeight(chain, options)) ?? 0, node.has);
        },
        async getBlocks(chain, from, count, options) {
          await node.fail(options?.signal);
          return truth.getBlocks(chain, from, Math.min(count, node.has - from + 1), options);
        },
      },
    });
    const done = follower.run();
    done.catch(() => undefined);
    const stopIt = async () => {
      stop.abort();
      await done;
    };
    onTestFinished(() => stopIt().catch(() => undefined));
    const status = () =>
      db.selectFrom("stream_status").selectAll().where("stream", "=", stream).executeTakeFirstOrThrow();
    const stored = async () => (await readCheckpoint(db, stream))?.next_index ?? 0;
    return {
      node,
      logged,
      done,
      stop: stopIt,
      status,
      stored,
      leap: (ms: number) => {
        leapMs += ms;
      },
      until: (expected: object) => expect.poll(status, PATIENT).toMatchObject(expected),
      untilStored: (count: number) => expect.poll(stored, PATIENT).toBe(count),
      countLogged: (text: string) => logged.filter((message) => message.includes(text)).length,
    };
  }

  test("stores what the node has, then new items, in order, and reports that it follows", async () => {
    const rig = await start({ has: 20 });
    await rig.untilStored(20);
    await rig.until({ state: "following", node_head_index: 19, node_reachable: true });
    rig.node.has = 21;
    await rig.untilStored(21);
    rig.node.has = Number.POSITIVE_INFINITY;
    await rig.untilStored(recording.containers["C/block"].length);
    await rig.stop();
  });

  test("waits for an unreachable node, logs that once, and goes on when it answers", async () => {
    const rig = await start({ has: 10 });
    await rig.untilStored(10);
    await rig.until({ state: "following" });
    rig.node.fail = async () => {
      throw new NodeError("NODE_UNREACHABLE", "no answer");
    };
    await rig.until({ state: "waiting-for-node", node_reachable: false, node_error: "no answer" });
    rig.node.fail = async () => {};
    rig.node.has = 12;
    await rig.untilStored(12);
    await rig.until({ state: "following", node_reachable: true, node_error: null });
    expect(rig.countLogged("the node is away: no answer")).toBe(1);
    expect(rig.countLogged("the node answers again")).toBe(1);
    await rig.stop();
  });

  test("does not call a node away that answers with an error", async () => {
    const rig = await start({ has: 3 });
    await rig.untilStored(3);
    rig.node.fail = async () => {
      throw new NodeError("NODE_RPC_ERROR", "no traces yet");
    };
    await rig.until({ state: "waiting-for-node", node_error: "no traces yet" });
    expect(rig.countLogged("waiting for the node: no traces yet")).toBe(1);
    expect(rig.countLogged("the node is away")).toBe(0);
    await rig.stop();
  });

  test("keeps its status while the node does not answer at all, and ends on its signal", async () => {
    const rig = await start({ has: 10 });
    await rig.untilStored(10);
    let requests = 0;
    rig.node.fail = (signal) => {
      requests += 1;
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    };
    await expect.poll(() => requests, PATIENT).toBe(1);
    await rig.stop();
    expect(await rig.status()).toMatchObject({ state: "following", error_code: null });
  });

  test("waits for a node that is behind the store, and reports that meanwhile", async () => {
    const rig = await start({ has: 10 });
    await rig.untilStored(10);
    await rig.until({ state: "following" });
    rig.node.has = 5;
    await rig.until({ state: "waiting-for-node", notice: expect.stringMatching(/waiting for it$/) });
    rig.node.has = 11;
    await rig.untilStored(11);
    await rig.until({ state: "following", notice: null });
    expect(rig.countLogged("waiting for it")).toBe(1);
    await rig.stop();
  });

  test("reports a node that is behind the store and on a different history", async () => {
    const rig = await start({ has: 10 });
    await rig.untilStored(10);
    await rig.until({ state: "following" });
    const other = await openNode((await serve()).url).getContainerByIndex("C/block", 4);
    rig.node.lie = (container) => ({ ...container, ...other, index: container.index });
    rig.node.has = 5;
    await rig.until({
      state: "waiting-for-node",
      notice: expect.stringMatching(/is on a different history than the store: .*firn reset/),
    });
    rig.node.lie = (container) => container;
    rig.node.has = 11;
    await rig.untilStored(11);
    await rig.until({ state: "following", notice: null });
    expect(rig.countLogged("different history")).toBe(1);
    await rig.stop();
  });

  test("stops at an item that does not fit, with all before it stored, and goes on a minute after one fits", async () => {
    const rig = await start({ has: 10 });
    await rig.untilStored(10);
    await rig.until({ state: "following" });
    rig.node.lie = (container) => (container.index === 15 ? flipped(container) : container);
    rig.node.has = 20;
    await rig.until({ state: "stopped", error_code: "ID_MISMATCH", error_message: expect.any(String) });
    expect(await rig.stored()).toBe(15);
    rig.leap(60_000);
    rig.node.has = 21;
    expect(await rig.stored()).toBe(15);
    rig.node.lie = (container) => container;
    rig.leap(60_000);
    await rig.untilStored(21);
    await rig.until({ state: "following", error_code: null, error_message: null, error_hint: null });
    expect(rig.countLogged("stream stopped")).toBe(1);
    await rig.stop();
  });

  test("retries a commit when the disk fails for a moment", async () => {
    const rig = await start({ has: 10, plugin: failing(2) });
    await rig.untilStored(10);
    await rig.until({ state: "following" });
    await rig.stop();
  });

  test("ends with the store's error when the disk keeps failing, with nothing stored", async () => {
    const rig = await start({ has: 10, plugin: failing(Number.POSITIVE_INFINITY) });
    await expect(rig.done).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(await rig.stored()).toBe(0);
  });

  test("does idle work while nothing else writes, and reloads the stored state after it failed", async () => {
    const events: string[] = [];
    let fail = async () => {};
    const failed = new Promise<void>((resolve) => {
      fail = async () => resolve();
    });
    const idle: IdleJob<StoredState> = async ({ alone, signal }) => {
      const work = alone(async (state) => {
        events.push("begins");
        state.checkpoint = undefined;
        await fail();
        await quickSleep(10, signal);
        events.push("ends");
        throw new Error("failed");
      });
      const next = alone(async () => events.push("next"));
      await expect(work).rejects.toThrow("failed");
      await next;
    };
    const rig = await start({ has: 10, idle: [idle] });
    await failed;
    await rig.untilStored(10);
    expect(events).toEqual(["begins", "ends", "next"]);
    await rig.stop();
  });

  test("ends with the error of idle work", async () => {
    const broken: IdleJob<StoredState> = async () => {
      throw new TypeError("a bug");
    };
    const rig = await start({ has: 10, idle: [broken] });
    await expect(rig.done).rejects.toThrow("a bug");
  });

  async function serve() {
    const devnet = await serveDevnet({ recording: await openRecording("local-network"), port: 0 });
    onTestFinished(() => devnet.close());
    return devnet;
  }
});

interface Start {
  /** Number of containers that the node has. */
  has: number;
  plugin: KyselyPlugin;
  idle: readonly IdleJob<StoredState>[];
}

const PATIENT = { timeout: 60_000, interval: 10 };

const UNTOUCHED: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
};

/** A disk that fails this many commits. */
function failing(times: number): KyselyPlugin {
  let left = times;
  const moving = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      const table = node.kind === "InsertQueryNode" ? node.into?.table.identifier.name : undefined;
      if (table === "checkpoint") moving.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (moving.has(queryId) && left-- > 0) throw new StoreError("STORE_FAILED", "the disk failed");
      return result;
    },
  };
}

/** The container with one bit flipped and its id unchanged. */
function flipped(container: NodeContainer): NodeContainer {
  const bytes = container.bytes.slice();
  bytes[50] = (bytes[50] ?? 0) ^ 1;
  return { ...container, bytes };
}
