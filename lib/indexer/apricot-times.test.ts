import { beforeAll, describe, expect, test } from "vitest";
import { fromHex } from "../avalanche/codec/bytes";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { openRecording, type Recording } from "../devnet/recording";
import { CHAIN, UNKNOWN_TIME } from "../store/rows/columns";
import { ABORT, advance, blocksAfter, COMMIT, nodeOf, STEPS, T1, T3, T4 } from "../testbed/apricot";
import { freshStore } from "../testbed/engines";
import { networkOf, startRig, untilStored } from "../testbed/indexer";
import { STREAMS } from "./follow/stream";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

/** Times of blocks by height, and those of their transactions; `batches` are indexed by runs of their own. */
async function indexTimes(
  blocks: readonly Uint8Array[],
  { indexed, genesis, batches = [blocks.length] }: { indexed: boolean; genesis: boolean; batches?: number[] },
) {
  const store = await freshStore();
  for (const count of batches) {
    const rig = await startRig({
      ...networkOf(recording),
      url: "",
      store,
      streams: [STREAMS["P/block"]],
      node: nodeOf(blocks.slice(0, count), indexed),
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
      index: 0,
      containerId: parent.containerId,
      bytes: parent.inner,
      acceptedAtNs: undefined,
      wrapper: parent,
    });
    const start = JSON.parse(recording.genesis.configuration).startTime;
    const steps = [advance(start + 5), COMMIT, advance(start + 9), ABORT];
    const blocks = blocksAfter(first.block?.parentId ?? new Uint8Array(), steps);
    const found = await indexTimes(blocks, { indexed, genesis: true });
    expect(found.blocks).toEqual([start, start + 5, start + 5, start + 5]);
  });
});
