import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openNode } from "../client/node";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { NodeError } from "../errors";
import { SILENT } from "../log";
import { readCheckpoint } from "../store/bookkeeping/checkpoint";
import { findFirstHeight } from "../store/queries/first-height";
import { CHAIN } from "../store/rows/columns";
import type { Store } from "../store/stores";
import { ENGINE, freshPath, freshStore } from "../testbed/engines";
import {
  dump,
  dumpBare,
  networkOf,
  quickSleep,
  type RigOptions,
  startRig,
  untilAllStored,
  untilStatus,
  untilStored,
} from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";
import { containerSource } from "./evm/feed/source";
import { readSource } from "./follow/read";
import { STREAMS } from "./follow/stream";

/** The migration by which blocks got their numbers from their heights. */
const NUMBERED_BY_HEIGHT = 12;

type Node = NonNullable<RigOptions["node"]>;

const CHAINS = ["P", "X", "C"] as const;
type Chain = (typeof CHAINS)[number];

/** A node's index, changed while Firn runs. */
interface Index {
  isOn: boolean;
  /** What the node did not index: parts of each chain, as shares of its blocks from 0 to 1. */
  lacks: readonly (readonly [from: number, to: number])[];
}

/** Blocks in this share of a chain. */
const partOf = (share: number, blocks: number) => Math.floor(share * blocks);

/** A node whose index is `index`. Containers that it lacks leave no gap in the numbers. */
function nodeWith(url: string, index: Index): Node {
  const node = openNode(url);
  /** All containers that there will be. */
  const recorded = new Map<string, ReturnType<Node["getContainerRange"]>>();
  const off = () => {
    throw new NodeError("INDEX_DISABLED", "the index is off");
  };
  const listIndexed = async (name: Parameters<Node["getContainerRange"]>[0]) => {
    if (!index.isOn) off();
    const all = recorded.get(name) ?? node.getContainerRange(name, 0, 1024);
    recorded.set(name, all);
    all.catch(() => recorded.delete(name));
    const containers = await all;
    const blocks = containers.length;
    const lacks = index.lacks.map((ends) => ends.map((share) => partOf(share, blocks)));
    return containers
      .filter(({ index }) => !lacks.some(([from = 0, to = 0]) => index >= from && index < to))
      .map((one, number) => ({ ...one, index: number }));
  };
  return {
    getHeight: node.getHeight,
    getBlocks: node.getBlocks,
    getLastAccepted: async (name) => (await listIndexed(name)).at(-1),
    getContainerRange: async (name, start, count) => (await listIndexed(name)).slice(start, start + count),
  };
}

/** A node that has accepted each chain up to a height only, which may rise while Firn runs. */
function nodeUpTo(node: Node, limit: (chain: Chain) => number): Node {
  return {
    ...node,
    getHeight: async (chain, options) => Math.min((await node.getHeight(chain, options)) ?? 0, limit(chain)),
    getBlocks: (chain, start, count, options) =>
      node.getBlocks(chain, start, Math.max(0, Math.min(count, limit(chain) - start + 1)), options),
  };
}

/** A node whose oldest block by height is at `first`, as one that began by state sync or threw old blocks away. */
function nodeFrom(node: Node, first: (chain: Chain) => number): Node {
  return {
    ...node,
    getBlocks: async (chain, start, count, options) =>
      start < first(chain) ? [] : node.getBlocks(chain, start, count, options),
  };
}

/** An address behind which the node is replaced while Firn runs. */
function replaceable(first: Node): Node & { replace(node: Node): void } {
  let current = first;
  return {
    getHeight: (...args) => current.getHeight(...args),
    getBlocks: (...args) => current.getBlocks(...args),
    getLastAccepted: (...args) => current.getLastAccepted(...args),
    getContainerRange: (...args) => current.getContainerRange(...args),
    replace: (node) => {
      current = node;
    },
  };
}

/** Heights from one number of blocks to another. */
function heightsBetween(before: number, last: number): number[] {
  return Array.from({ length: last - before }, (_, i) => before + i + 1);
}

describe.each(["local-network", "custom-network", "l1-network"] as const)("%s", (name) => {
  let recording: Recording;
  let devnet: Devnet;
  /** Read from a complete index. */
  let whole: Store;

  beforeAll(async () => {
    recording = await openRecording(name);
    devnet = await serveDevnet({ recording, port: 0, nodeForm: "avalanchego" });
    whole = (await index({ isOn: true, lacks: [] })).store;
  });
  afterAll(() => devnet.close());

  async function index(how: Index) {
    const store = await openPrimary(":memory:", { mode: "write", nowMs: 0 });
    const rig = await startRig({
      ...networkOf(recording),
      url: devnet.url,
      store,
      node: nodeWith(devnet.url, how),
    });
    await untilAllStored(rig, devnet.accepted());
    const sources = await Promise.all(
      CHAINS.map(async (chain) => {
        const stream = `${chain}/block` as const;
        const isDone = ({ state, source }: { state: string; source: string | null }) =>
          state === "following" && source === (how.isOn ? "index" : "height");
        return (await untilStatus(rig, isDone, stream)).source;
      }),
    );
    await rig.stop();
    return { store, sources };
  }

  /** Heights of a chain's blocks whose time of acceptance is unknown. */
  async function bareHeights({ db }: Store, chain: number) {
    const bare = db.selectFrom("block").select("height").where("accepted_at_ns", "is", null);
    const rows = await bare.where("chain", "=", chain).orderBy("height").execute();
    return rows.map(({ height }) => height);
  }

  test("is the same by height, without proposers and times of acceptance", async () => {
    const { store, sources } = await index({ isOn: false, lacks: [] });
    expect(sources).toEqual(["height", "height", "height"]);
    expect(await dumpBare(store)).toEqual(await dumpBare(whole));
    const blocks = store.db.selectFrom("block").select("height");
    const known = blocks.where((eb) =>
      eb.or([
        eb("accepted_at_ns", "is not", null),
        eb("proposer_node_id", "is not", null),
        eb("proposer_time", "is not", null),
        eb("proposer_p_chain_height", "is not", null),
        eb("proposer_parent_id", "is not", null),
      ]),
    );
    expect(await known.execute()).toEqual([]);
  });

  test("is the same with holes in the index: only they are filled by height", async () => {
    const lacks = [
      [0, 0.06],
      [0.2, 0.3],
      [0.36, 0.42],
    ] as const;
    const { store, sources } = await index({ isOn: true, lacks });
    expect(sources).toEqual(["index", "index", "index"]);
    expect(await dumpBare(store)).toEqual(await dumpBare(whole));
    for (const [number, chain] of CHAINS.entries()) {
      const blocks = devnet.accepted()[chain];
      const missing = lacks.flatMap(([from, to]) => heightsBetween(partOf(from, blocks), partOf(to, blocks)));
      expect(await bareHeights(store, number)).toEqual(missing);
    }
  });

  test("says of each stretch how it was read", async () => {
    const node = nodeWith(devnet.url, {
      isOn: true,
      lacks: [
        [0, 0.1],
        [0.3, 0.5],
      ],
    });
    const said: string[] = [];
    const heights = { index: 0, height: 0 };
    const batches = readSource(containerSource(node), 0, {
      now: () => 0,
      sleep: quickSleep,
      signal: new AbortController().signal,
      untilHead: true,
      firstCount: 7,
      fittingCount: () => 7,
      onHead: () => {},
      onSource: (source) => void said.push(source),
    });
    for await (const { items } of batches) {
      const how = items[0]?.acceptedAtNs === undefined ? "height" : "index";
      expect(said.at(-1)).toBe(how);
      heights[how] += items.length;
    }
    expect(said.at(-1)).toBe("index");
    const { C } = devnet.accepted();
    const missing = partOf(0.1, C) + partOf(0.5, C) - partOf(0.3, C);
    expect(heights).toEqual({ index: C - missing, height: missing });
  });

  test("is followed by height while the index is off, and from it once it is on again, with a hole", async () => {
    const accepted = devnet.accepted();
    const how: Index = { isOn: true, lacks: [[0.3, 1]] };
    let share = 0.3;
    const node = nodeUpTo(nodeWith(devnet.url, how), (chain) => partOf(share, accepted[chain]));
    const store = await freshStore();
    const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, node });
    await untilStored(rig, partOf(0.3, accepted.P));
    await untilStatus(rig, ({ source, state }) => source === "index" && state === "following");
    how.isOn = false;
    share = 0.4;
    await untilStored(rig, partOf(0.4, accepted.P));
    await untilStatus(rig, ({ source, state }) => source === "height" && state === "following");
    how.lacks = [[0.3, 0.5]];
    share = 1;
    how.isOn = true;
    await untilAllStored(rig, accepted);
    await untilStatus(rig, ({ source, state }) => source === "index" && state === "following");
    await rig.stop();
    expect(await dumpBare(store)).toEqual(await dumpBare(whole));
    expect(await bareHeights(store, 0)).toEqual(
      heightsBetween(partOf(0.3, accepted.P), partOf(0.5, accepted.P)),
    );
  });

  test("continues by height or from the index when it restarts with the other", async () => {
    const store = await freshStore();
    const url = devnet.url;
    const accepted = devnet.accepted();
    const how: Index = { isOn: false, lacks: [] };
    for (const [share, isOn] of [
      [0.2, false],
      [0.4, true],
      [0.6, false],
      [1, true],
    ] as const) {
      how.isOn = isOn;
      how.lacks = [[share, 1]];
      const limit = (chain: Chain) => partOf(share, accepted[chain]);
      const rig = await startRig({
        ...networkOf(recording),
        url,
        store,
        node: nodeUpTo(nodeWith(url, how), limit),
      });
      await untilAllStored(rig, { P: limit("P"), X: limit("X"), C: limit("C") });
      await rig.stop();
    }
    expect(await dumpBare(store)).toEqual(await dumpBare(whole));
    expect(await bareHeights(store, 0)).toEqual([
      ...heightsBetween(0, partOf(0.2, accepted.P)),
      ...heightsBetween(partOf(0.4, accepted.P), partOf(0.6, accepted.P)),
    ]);
  });

  test("goes on at a node that lacks old blocks, waits at one that lacks the next, and goes on at one that has it", async () => {
    const accepted = devnet.accepted();
    const part = (share: number) => (chain: Chain) => partOf(share, accepted[chain]);
    const off = nodeWith(devnet.url, { isOn: false, lacks: [] });
    const node = replaceable(nodeUpTo(nodeWith(devnet.url, { isOn: true, lacks: [[0.5, 1]] }), part(0.5)));
    const store = await freshStore();
    const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, node });
    await untilAllStored(rig, { P: part(0.5)("P"), X: part(0.5)("X"), C: part(0.5)("C") });
    await untilStatus(rig, ({ source, state }) => source === "index" && state === "following");
    // Only an index has what the X-Chain was before its blocks.
    for (const stream of ["X/tx", "X/vtx"] as const)
      await untilStored(rig, recording.containers[stream].length, stream);

    node.replace(nodeUpTo(nodeFrom(off, part(0.3)), part(0.7)));
    await untilStored(rig, part(0.7)("P"));
    await untilStatus(rig, ({ source, state }) => source === "height" && state === "following");

    node.replace(nodeFrom(off, part(0.9)));
    const next = part(0.7)("P") + 1;
    const waiting = await untilStatus(rig, ({ node_error }) => node_error !== null);
    expect(waiting.node_error).toContain(`the node does not have block ${next} of the P-Chain`);
    expect(waiting.state).not.toBe("stopped");

    node.replace(off);
    await untilAllStored(rig, accepted);
    await untilStatus(rig, ({ node_error }) => node_error === null);
    await rig.stop();
    expect(await dumpBare(store)).toEqual(await dumpBare(whole));
  });

  test("goes on after a restart at a node that lacks the store's first blocks", async () => {
    const accepted = devnet.accepted();
    const part = (share: number) => (chain: Chain) => partOf(share, accepted[chain]);
    const off = nodeWith(devnet.url, { isOn: false, lacks: [] });
    const store = await freshStore();
    const rig = await startRig({
      ...networkOf(recording),
      url: devnet.url,
      store,
      node: nodeUpTo(off, part(0.6)),
    });
    await untilAllStored(rig, { P: part(0.6)("P"), X: part(0.6)("X"), C: part(0.6)("C") });
    await rig.stop();
    const again = await startRig({
      ...networkOf(recording),
      url: devnet.url,
      store,
      node: nodeFrom(off, part(0.3)),
    });
    await untilAllStored(again, accepted);
    expect(await again.stop()).toBe("ended");
    expect((await readCheckpoint(store.db, "C/block"))?.next_index).toBe(accepted.C);
  });

  test("begins an empty store with the first block that the node has", async () => {
    const accepted = devnet.accepted();
    const first = partOf(0.5, accepted.C);
    const off = nodeWith(devnet.url, { isOn: false, lacks: [] });
    const node = nodeFrom(off, (chain) => (chain === "C" ? first : 0));
    const rig = await startRig({ ...networkOf(recording), url: devnet.url, node });
    await untilAllStored(rig, accepted);
    await rig.stop();
    const { next_index, height } = (await readCheckpoint(rig.store.db, "C/block")) ?? {};
    expect({ next_index, height }).toEqual({ next_index: accepted.C, height: accepted.C });
    expect(await findFirstHeight(rig.store.db, CHAIN.c)).toBe(first);
  });

  test("gets older blocks of the C-Chain from a node that has them, the newest first, however often it stops", async () => {
    const accepted = devnet.accepted();
    const part = (share: number) => partOf(share, accepted.C);
    const off = nodeWith(devnet.url, { isOn: false, lacks: [] });
    const from = (first: number) => nodeFrom(off, (chain) => (chain === "C" ? first : 0));
    const node = replaceable(from(part(0.7)));
    const store = await freshStore();
    const startedAt = Date.now();
    // Pauses of minutes pass in milliseconds.
    const options = { now: () => startedAt + (Date.now() - startedAt) * 10_000, olderRange: 7 };
    const start = () => startRig({ ...networkOf(recording), url: devnet.url, store, node, ...options });
    const firsts: number[] = [];
    const untilFirst = async (isThere: (height: number) => boolean) => {
      for (let first = Number.NaN; !isThere(first); await quickSleep(2, new AbortController().signal)) {
        first = (await findFirstHeight(store.db, CHAIN.c)) ?? 0;
        if (first !== firsts.at(-1)) firsts.push(first);
      }
    };
    const rig = await start();
    await untilAllStored(rig, accepted);
    expect(await findFirstHeight(store.db, CHAIN.c)).toBe(part(0.7));

    node.replace(from(part(0.4)));
    await untilFirst((height) => height === part(0.4));
    node.replace(off);
    await untilFirst((height) => height < part(0.4));
    await rig.stop();
    // Each run ends after a range or two.
    for (let first = part(0.4); first > 1; first = firsts.at(-1) ?? 1) {
      const next = await start();
      await untilFirst((height) => height < first);
      await next.stop();
    }
    expect(firsts.length).toBeGreaterThan(part(0.7) / 14);
    expect(firsts).toEqual([...firsts].sort((one, other) => other - one));
    const byHeight = (await index({ isOn: false, lacks: [] })).store;
    expect(await dump(store)).toEqual(await dump(byHeight));
    expect(await dumpBare(store)).toEqual(await dumpBare(whole));
  });

  test("gets older blocks of the C-Chain from an index, with what they say of the node's life", async () => {
    const accepted = devnet.accepted();
    const first = partOf(0.6, accepted.C);
    const isLate = { isOn: true, lacks: [[0, 0.6]] } as const;
    const on = nodeWith(devnet.url, { isOn: true, lacks: [] });
    const store = await freshStore();
    const late = nodeFrom(nodeWith(devnet.url, isLate), (chain) => (chain === "C" ? first + 1 : 0));
    const options = { ...networkOf(recording), url: devnet.url, store };
    const rig = await startRig({ ...options, node: late, streams: [STREAMS["C/block"]] });
    await untilStored(rig, accepted.C, "C/block");
    await rig.stop();
    expect(await findFirstHeight(store.db, CHAIN.c)).toBe(first + 1);
    const again = await startRig({ ...options, node: on });
    await untilAllStored(again, accepted);
    await untilStatus(again, ({ notice }) => notice === null, "C/block");
    await again.stop();
    expect(await dump(store)).toEqual(await dump(whole));
  });

  test("refuses older blocks that the stored ones do not follow, and keeps what it has", async () => {
    const accepted = devnet.accepted();
    const first = partOf(0.5, accepted.C);
    const off = nodeWith(devnet.url, { isOn: false, lacks: [] });
    const store = await freshStore();
    const options = { ...networkOf(recording), url: devnet.url, store };
    const rig = await startRig({
      ...options,
      node: nodeFrom(off, (chain) => (chain === "C" ? first : 0)),
    });
    await untilAllStored(rig, accepted);
    await rig.stop();
    const before = await dump(store);
    const other = await openRecording(name === "local-network" ? "custom-network" : "local-network");
    const wrong = await serveDevnet({ recording: other, port: 0, nodeForm: "avalanchego" });
    onTestFinished(() => wrong.close());
    const theirs = openNode(wrong.url);
    const said: string[] = [];
    const again = await startRig({
      ...options,
      log: { ...SILENT, error: (text) => void said.push(text) },
      node: {
        ...off,
        getBlocks: (chain, start, count, asking) =>
          (chain === "C" && start < first ? theirs : off).getBlocks(chain, start, count, asking),
      },
    });
    await expect
      .poll(() => said, { timeout: 60_000 })
      .toContainEqual(expect.stringContaining("older blocks could not be added"));
    await again.stop();
    expect(await dump(store)).toEqual(before);
  });

  test("numbers the blocks of an older store by height, which counted from its first one", async () => {
    const accepted = devnet.accepted();
    const first = partOf(0.5, accepted.C);
    const off = nodeWith(devnet.url, { isOn: false, lacks: [] });
    const node = nodeFrom(off, (chain) => (chain === "C" ? first : 0));
    const path = freshPath();
    const store = await openPrimary(path, { mode: "write", nowMs: 0 });
    const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, node });
    await untilAllStored(rig, accepted);
    await rig.stop();
    const expected = await dump(store);
    await ENGINE.undoMigrations(store.db, "primary", NUMBERED_BY_HEIGHT - 1);
    for (const text of [
      "update block set container_index = container_index - :shift where chain = 2",
      "update container_run set first_index = first_index - :shift where stream = 'C/block'",
      "update checkpoint set next_index = next_index - :shift where stream = 'C/block'",
    ])
      await sql.raw(text.replace(":shift", String(first - 1))).execute(store.db);
    expect((await readCheckpoint(store.db, "C/block"))?.next_index).toBe(accepted.C - first + 1);
    await store.close();
    expect(await dump(await freshStore(path))).toEqual(expected);
  });

  test("stops at an index with a hole that the node can't fill, and goes on at a node that has more", async () => {
    const accepted = devnet.accepted();
    const part = (share: number) => (chain: Chain) => partOf(share, accepted[chain]);
    const url = devnet.url;
    const how: Index = { isOn: true, lacks: [[0.5, 1]] };
    const node = replaceable(nodeUpTo(nodeWith(url, how), part(0.5)));
    const store = await freshStore();
    const rig = await startRig({ ...networkOf(recording), url, store, node });
    await untilStored(rig, part(0.5)("P"));
    node.replace(nodeFrom(nodeWith(url, { isOn: true, lacks: [[0.4, 0.8]] }), part(0.9)));
    const { error_code, error_hint } = await untilStatus(rig, ({ state }) => state === "stopped");
    expect(error_code).toBe("HEAD_MISMATCH");
    expect(error_hint).toContain("hole");
    await rig.stop();

    const again = await startRig({
      ...networkOf(recording),
      url,
      store,
      node: nodeWith(url, { isOn: true, lacks: [[0.4, 0.8]] }),
    });
    await untilAllStored(again, accepted);
    await again.stop();
    expect(await dumpBare(store)).toEqual(await dumpBare(whole));
    expect(await bareHeights(store, 0)).toEqual(heightsBetween(part(0.5)("P"), part(0.8)("P")));
  });

  test("a block by height with the wrong parent stops the stream, with the evidence kept", async () => {
    const node = nodeWith(devnet.url, { isOn: false, lacks: [] });
    const rig = await startRig({
      ...networkOf(recording),
      url: devnet.url,
      node: {
        ...node,
        getBlocks: async (chain, start, count, options) => {
          const blocks = await node.getBlocks(chain, start, count, options);
          return blocks.map((block, i) => (start + i === 7 ? (blocks[i - 2] ?? block) : block));
        },
      },
    });
    onTestFinished(() => rig.stop().then(() => undefined));
    const status = await untilStatus(rig, ({ state }) => state === "stopped");
    expect(status.error_code).toBe("HEAD_MISMATCH");
    await untilStored(rig, 6);
    const rejections = await rig.store.db.selectFrom("rejection").select("container_index").execute();
    expect(rejections).toContainEqual({ container_index: 6 });
  });
});
