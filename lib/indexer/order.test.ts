import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sha256 } from "#sha256";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { formatId, parseId } from "../avalanche/ids";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { decodeXBlock } from "../avalanche/x/block";
import { encodeVertex } from "../avalanche/x/vertex";
import { openNode } from "../client/node";
import type { IndexName } from "../contract/node/index";
import { openRecording, type RecordedContainer, type Recording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { dagPosition, HASH_KIND } from "../store/rows/columns";
import { freshStore } from "../testbed/engines";
import { dump, networkOf, startRig, untilStored } from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";
import { STREAMS } from "./follow/stream";

type Rows = Awaited<ReturnType<typeof dump>>;

let recording: Recording;
/** Rows after P, then X, then C. */
let usual: Rows;
beforeAll(async () => {
  recording = await openRecording("custom-network");
  usual = (await indexInOrder(recording.containers, ["P/block", "X/block", "C/block"])).rows;
});

/** Indexes whole streams, one after the other, from a node whose X/tx ends at linearization. */
async function indexInOrder(containers: Recording["containers"], order: readonly IndexName[]) {
  const devnet = await serveDevnet({
    recording: { ...recording, containers },
    port: 0,
    nodeForm: "avalanchego",
  });
  const store = await openPrimary(":memory:", { mode: "write", nowMs: 0 });
  for (const name of order) {
    const streams = [STREAMS[name]];
    // The X blocks that are taken for vertices are not there by height either.
    const node = { ...openNode(devnet.url), getBlocks: async () => [] };
    const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, streams, node });
    await untilStored(rig, containers[name].length, name);
    await rig.stop();
  }
  await devnet.close();
  return { store, rows: await dump(store) };
}

/** Indexes one recording several times: seconds on an idle machine, more on a busy one. */
const LONG_MS = 600_000;

describe("whichever stream is indexed first", () => {
  test.each([
    [["P/block", "C/block", "X/block"]],
    [["X/block", "P/block", "C/block"]],
    [["X/block", "C/block", "P/block"]],
    [["C/block", "P/block", "X/block"]],
    [["C/block", "X/block", "P/block"]],
  ] as [IndexName[]][])(
    "%s ends with the rows of P, X, C",
    async (order) => {
      const { rows } = await indexInOrder(recording.containers, order);
      expect(rows).toEqual(usual);
      expect(rows.learned_utxo).toEqual([]);
    },
    LONG_MS,
  );
});

/** Every transaction of the X blocks, as containers of X/tx. */
function xTxs(blocks: readonly RecordedContainer[]): RecordedContainer[] {
  return blocks
    .flatMap(({ bytes, timestamp }) => {
      const { txs } = decodeXBlock(decodeContainer(fromHex(bytes), "x").inner);
      return txs.map((tx) => ({ id: formatId(tx.txId), bytes: toHex(tx.bytes), timestamp }));
    })
    .map((container, index) => ({ ...container, index }));
}

describe("X/tx", () => {
  test("that holds the transactions of blocks adds nothing: the block's row wins", async () => {
    const filled = { ...recording.containers, "X/tx": xTxs(recording.containers["X/block"]) };
    const { rows } = await indexInOrder(filled, ["P/block", "X/block", "C/block", "X/tx"]);
    const besides = { containers: [], checkpoint: [] };
    expect({ ...rows, ...besides }).toEqual({ ...usual, ...besides });
    expect(rows.containers?.length).toBe((usual.containers?.length ?? 0) + filled["X/tx"].length);
  });

  test("waits for the blocks when both are followed at once", async () => {
    // Served in its own form, a recorded node fills X/tx itself, as the interface document says.
    const devnet = await serveDevnet({ recording, port: 0 });
    onTestFinished(() => devnet.close());
    const store = await freshStore();
    const rig = await startRig({ ...networkOf(recording), url: devnet.url, store });
    await untilStored(rig, xTxs(recording.containers["X/block"]).length, "X/tx");
    await rig.stop();
    const early = await store.db
      .selectFrom("tx")
      .selectAll()
      .where("position", ">=", dagPosition(0))
      .execute();
    expect(early.filter(({ position }) => position < 0)).toEqual([]);
  });
});

/** Moves the first X blocks to before linearization: their transactions are in X/tx and in vertices. */
function withHistory(count: number): Recording["containers"] {
  const blocks = recording.containers["X/block"];
  const txs = xTxs(blocks.slice(0, count));
  const chainId = parseId(recording.network.xChainId);
  const vertices = txs.map(({ bytes, timestamp }, index) => {
    const content = { epoch: 0, txs: [{ bytes: fromHex(bytes) }] as never };
    const vertex = encodeVertex({
      vertexId: new Uint8Array(),
      chainId,
      height: BigInt(index),
      parentIds: [],
      content,
    });
    return { id: formatId(sha256(vertex)), bytes: toHex(vertex), timestamp, index };
  });
  return {
    ...recording.containers,
    "X/tx": txs,
    "X/vtx": vertices,
    "X/block": blocks.slice(count).map((block, index) => ({ ...block, index })),
  };
}

describe("history from before linearisation (built from the recording's first X blocks)", () => {
  const count = 20;

  test.each([
    [["P/block", "C/block", "X/block", "X/tx", "X/vtx"]],
    [["X/vtx", "X/block", "X/tx", "C/block", "P/block"]],
    [["C/block", "X/block", "P/block", "X/vtx", "X/tx"]],
  ] as [IndexName[]][])(
    "joins what came after it, in the order %s",
    async (order) => {
      const containers = withHistory(count);
      const { rows, store } = await indexInOrder(containers, order);
      const other = await indexInOrder(containers, ["X/block", "P/block", "X/tx", "C/block", "X/vtx"]);
      expect(rows).toEqual(other.rows);
      expect(rows.learned_utxo).toEqual([]);
      const txs = await store.db.selectFrom("tx").selectAll().where("position", "<", 0).execute();
      const early = txs.filter(({ position }) => position >= dagPosition(0));
      expect(early.map(({ tx_id }) => formatId(tx_id))).toEqual(containers["X/tx"].map(({ id }) => id));
    },
    LONG_MS,
  );

  test("has vertices that are found by their transactions", async () => {
    const containers = withHistory(count);
    const { store } = await indexInOrder(containers, ["X/vtx"]);
    const vertices = await store.db.selectFrom("vertex").selectAll().execute();
    expect(vertices.map(({ vertex_id }) => formatId(vertex_id))).toEqual(
      containers["X/vtx"].map(({ id }) => id),
    );
    const found = await store.db
      .selectFrom("hash")
      .select("position")
      .where("kind", "=", HASH_KIND.vertexTx)
      .execute();
    expect(found.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      vertices.map(({ container_index }) => container_index),
    );
  });
});
