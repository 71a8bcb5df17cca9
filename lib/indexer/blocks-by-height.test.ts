import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openNode } from "../client/node";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { NodeError } from "../errors";
import { openStore } from "../store/open";
import { HASH_KIND } from "../store/rows/columns";
import type { Store } from "../store/stores";
import { freshStore } from "../testbed/engines";
import {
  dump,
  networkOf,
  type RigOptions,
  startRig,
  untilAllStored,
  untilStatus,
  untilStored,
} from "../testbed/indexer";

type Node = NonNullable<RigOptions["node"]>;

const CHAINS = ["P", "X", "C"] as const;

/** A node's index, changed while Firn runs. */
interface Index {
  isOn: boolean;
  /** Ranges of containers that the node did not index, both ends included. */
  lacks: readonly (readonly [from: number, to: number])[];
}

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
    const isIndexed = (at: number) => !index.lacks.some(([from, to]) => at >= from && at <= to);
    return (await all)
      .filter((one) => isIndexed(one.index))
      .map((one, number) => ({ ...one, index: number }));
  };
  return {
    getHeight: node.getHeight,
    getBlocks: node.getBlocks,
    getLastAccepted: async (name) => (await listIndexed(name)).at(-1),
    getContainerRange: async (name, start, count) => (await listIndexed(name)).slice(start, start + count),
  };
}

/** Columns that only the index has, and rows that follow from them. */
const INDEX_ONLY = [
  ...["container_id", "proposer_parent_id", "proposer_time", "proposer_p_chain_height"],
  ...["proposer_node_id", "accepted_at_ns"],
];

/** Every row, without what only the index has. */
async function rowsOf(store: Store) {
  const { containers: _, block = [], hash = [], checkpoint = [], ...tables } = await dump(store);
  const without = (row: unknown, names: readonly string[]) =>
    Object.fromEntries(Object.entries(row as object).filter(([name]) => !names.includes(name)));
  return {
    ...tables,
    block: block.map((row) => without(row, INDEX_ONLY)),
    checkpoint: checkpoint.map((row) => without(row, ["head_id"])),
    hash: (hash as { kind: number }[]).filter(({ kind }) => kind !== HASH_KIND.container),
  };
}

describe.each(["local-network", "custom-network"] as const)("%s", (name) => {
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
    const store = await openStore(":memory:", { mode: "write", nowMs: 0 });
    const rig = await startRig({
      ...networkOf(recording),
      ...{ url: devnet.url, store, node: nodeWith(devnet.url, how) },
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
    expect(await rowsOf(store)).toEqual(await rowsOf(whole));
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
      [0, 4],
      [20, 29],
      [31, 31],
    ] as const;
    const { store, sources } = await index({ isOn: true, lacks });
    expect(sources).toEqual(["index", "index", "index"]);
    expect(await rowsOf(store)).toEqual(await rowsOf(whole));
    const missing = lacks.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, i) => from + i + 1),
    );
    expect(await bareHeights(store, 0)).toEqual(missing);
    expect(await bareHeights(store, 2)).toEqual(missing);
  });

  test("is followed by height while the index is off, and from it once it is on again, with a hole", async () => {
    const { P: last } = devnet.accepted();
    const how: Index = { isOn: true, lacks: [[30, Number.POSITIVE_INFINITY]] };
    const limited = { height: 30 };
    const node = nodeWith(devnet.url, how);
    const getHeight: Node["getHeight"] = async (chain, options) =>
      Math.min((await node.getHeight(chain, options)) ?? 0, limited.height);
    const getBlocks: Node["getBlocks"] = (chain, start, count, options) =>
      node.getBlocks(chain, start, Math.min(count, limited.height - start + 1), options);
    const store = await freshStore();
    const rig = await startRig({
      ...networkOf(recording),
      ...{ url: devnet.url, store, node: { ...node, getHeight, getBlocks } },
    });
    await untilStored(rig, 30);
    await untilStatus(rig, ({ source, state }) => source === "index" && state === "following");
    how.isOn = false;
    limited.height = 40;
    await untilStored(rig, 40);
    await untilStatus(rig, ({ source, state }) => source === "height" && state === "following");
    how.lacks = [[30, 49]];
    limited.height = last;
    how.isOn = true;
    await untilAllStored(rig, devnet.accepted());
    await untilStatus(rig, ({ source, state }) => source === "index" && state === "following");
    await rig.stop();
    expect(await rowsOf(store)).toEqual(await rowsOf(whole));
    expect(await bareHeights(store, 0)).toEqual(Array.from({ length: 20 }, (_, i) => i + 31));
  });

  test("continues by height or from the index when it restarts with the other", async () => {
    const store = await freshStore();
    const url = devnet.url;
    const how: Index = { isOn: false, lacks: [] };
    const few = nodeWith(url, how);
    for (const [height, isOn] of [
      [10, false],
      [25, true],
      [40, false],
      [Number.POSITIVE_INFINITY, true],
    ] as const) {
      how.isOn = isOn;
      how.lacks = [[height, Number.POSITIVE_INFINITY]];
      const node: Node = {
        ...few,
        getHeight: async (...args) => Math.min((await few.getHeight(...args)) ?? 0, height),
        getBlocks: (chain, start, count, options) =>
          few.getBlocks(chain, start, Math.min(count, height - start + 1), options),
      };
      const rig = await startRig({ ...networkOf(recording), url, store, node });
      const { P, X, C } = devnet.accepted();
      await untilAllStored(rig, {
        P: Math.min(P, height),
        X: Math.min(X, height),
        C: Math.min(C, height),
      });
      await rig.stop();
    }
    expect(await rowsOf(store)).toEqual(await rowsOf(whole));
    const heights = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    expect(await bareHeights(store, 0)).toEqual([...heights(1, 10), ...heights(26, 40)]);
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
