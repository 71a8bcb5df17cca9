import { beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "#sha256";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { decodeContainer, encodeContainer } from "../avalanche/proposer/proposervm";
import type { NodeContainer } from "../client/node";
import { openRecording, type Recording } from "../devnet/recording";
import { NodeError } from "../errors";
import { CHAIN, UNKNOWN_TIME } from "../store/rows/columns";
import { freshStore } from "../testbed/engines";
import { networkOf, type RigOptions, startRig, untilStored } from "../testbed/indexer";
import { STREAMS } from "./follow/stream";

/**
 * No recording has blocks from before Banff, and no node makes them any more: these are put together in the form that
 * the node's own codec gives them (`lib/avalanche/vectors/p-blocks.json`).
 */

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, "0");

/** What follows the type, the parent and the height of each block, and the time of the chain after it. */
interface Step {
  type: number;
  /** Of a Banff block. */
  own?: number;
  rest?: string;
}

const advance = (time: number): Step => ({ type: 0, rest: `00000013${hex(time, 8)}00000000` });
const ABORT: Step = { type: 1 };
const COMMIT: Step = { type: 2 };
const STANDARD: Step = { type: 3, rest: "00000000" };
const banff = (own: number): Step => ({ type: 32, own, rest: "00000000" });

/** Inner blocks after the one with the id `parent`. */
function blocksAfter(parent: Uint8Array, steps: readonly Step[]): Uint8Array[] {
  let last = parent;
  return steps.map(({ type, own, rest = "" }, i) => {
    const time = own === undefined ? "" : hex(own, 8);
    const bytes = fromHex(`0x0000${hex(type, 4)}${time}${toHex(last).slice(2)}${hex(i + 1, 8)}${rest}`);
    last = sha256(bytes);
    return bytes;
  });
}

/** Blocks in wrappers whose times are not the chain's. */
function wrap(blocks: readonly Uint8Array[]): NodeContainer[] {
  let parentId = new Uint8Array(32);
  return blocks.map((inner, index) => {
    const timestamp = BigInt(WRAPPED_AT + index);
    const bytes = encodeContainer({
      ...{ kind: "postFork", parentId, timestamp, pChainHeight: 0n, inner },
      ...{ containerId: parentId, innerOffset: 0 },
    });
    const { containerId } = decodeContainer(bytes, "p");
    parentId = Uint8Array.from(containerId);
    return { index, containerId, bytes, acceptedAtNs: timestamp * 1_000_000_000n };
  });
}

const WRAPPED_AT = 2_000_000_000;

function nodeOf(blocks: readonly Uint8Array[], indexed: boolean): NonNullable<RigOptions["node"]> {
  const containers = wrap(blocks);
  const off = () => {
    throw new NodeError("INDEX_DISABLED", "the index is off");
  };
  return {
    getHeight: async () => blocks.length,
    getBlocks: async (_, start, count) =>
      blocks.slice(start - 1, start - 1 + count).map((bytes) => ({ blockId: sha256(bytes), bytes })),
    getLastAccepted: async () => (indexed ? containers.at(-1) : off()),
    getContainerRange: async (_, start, count) => (indexed ? containers.slice(start, start + count) : off()),
  };
}

/** Times of blocks by height, and those of their transactions; `batches` are indexed by runs of their own. */
async function indexTimes(
  blocks: readonly Uint8Array[],
  { indexed, genesis, batches = [blocks.length] }: { indexed: boolean; genesis: boolean; batches?: number[] },
) {
  const store = await freshStore();
  for (const count of batches) {
    const rig = await startRig({
      ...networkOf(recording),
      ...{ url: "", store, streams: [STREAMS["P/block"]], node: nodeOf(blocks.slice(0, count), indexed) },
      ...(!genesis && { genesis: undefined }),
    });
    await untilStored(rig, count);
    await rig.stop();
  }
  const rows = await store.db
    .selectFrom("block")
    .select(["height", "time"])
    .where("chain", "=", CHAIN.p)
    .orderBy("height")
    .execute();
  const txs = await store.db
    .selectFrom("tx")
    .select(["position", "time"])
    .where("chain", "=", CHAIN.p)
    .where("position", ">", 65_535)
    .orderBy("position")
    .execute();
  return { blocks: rows.map(({ time }) => time), txs: txs.map(({ time }) => time) };
}

const [T1, T2, T3, T4] = [1_600_000_100, 1_600_000_200, 1_600_000_300, 1_600_000_400] as const;
const STEPS = [
  ...[STANDARD, advance(T1), COMMIT, STANDARD, advance(T2), ABORT],
  ...[STANDARD, advance(T3), COMMIT, STANDARD, banff(T4)],
];
const NOT_KNOWN = UNKNOWN_TIME;
const TIMES = [NOT_KNOWN, NOT_KNOWN, T1, T1, T1, T1, T1, T1, T3, T3, T4];

describe.each([
  { how: "from the index", indexed: true },
  { how: "by height", indexed: false },
])("Apricot blocks read $how", ({ indexed }) => {
  test("have the chain time that was last committed, whatever their wrappers say", async () => {
    const found = await indexTimes(blocksAfter(new Uint8Array(32), STEPS), { indexed, genesis: false });
    expect(found).toEqual({ blocks: TIMES, txs: [NOT_KNOWN, T1, T1] });
  });

  test("have the same time however often Firn stops between a proposal and its decision", async () => {
    const blocks = blocksAfter(new Uint8Array(32), STEPS);
    const batches = blocks.map((_, i) => i + 1);
    expect((await indexTimes(blocks, { indexed, genesis: false, batches })).blocks).toEqual(TIMES);
  });

  test("have the genesis' time before the first advance, where the genesis is known", async () => {
    const parent = decodeContainer(fromHex(recording.containers["P/block"][0]?.bytes ?? "0x"), "p");
    const first = STREAMS["P/block"].decode({
      ...{ index: 0, containerId: parent.containerId, bytes: parent.inner, acceptedAtNs: undefined },
      wrapper: parent,
    });
    const start = JSON.parse(recording.genesis.configuration).startTime;
    const steps = [advance(start + 5), COMMIT, advance(start + 9), ABORT];
    const blocks = blocksAfter(first.block?.parentId ?? new Uint8Array(), steps);
    const found = await indexTimes(blocks, { indexed, genesis: true });
    expect(found.blocks).toEqual([start, start + 5, start + 5, start + 5]);
  });
});
