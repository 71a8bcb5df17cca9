import { beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { formatId } from "../avalanche/ids";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { decodeXBlock } from "../avalanche/x/block";
import { openHistory } from "./history";
import { openIndexes } from "./indexes";
import { NODE_FORMS } from "./node-form";
import { openRecording, type Recording } from "./recording";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

/** The transactions of every X block, with the time the block was accepted. */
function linearTxs() {
  return recording.containers["X/block"].flatMap(({ bytes, timestamp }) =>
    decodeXBlock(decodeContainer(fromHex(bytes), "x").inner).txs.map((tx) => ({
      id: formatId(tx.txId),
      bytes: toHex(tx.bytes),
      timestamp,
    })),
  );
}

describe("X/tx", () => {
  it("continues with the transactions of linear blocks in the interface document's form", () => {
    const indexes = openIndexes(openHistory({ recording, start: "all" }), NODE_FORMS.seed);
    const expected = linearTxs().map((tx, index) => ({ ...tx, index }));
    expect(expected.length).toBeGreaterThan(62);
    expect(indexes.containers("X/tx")).toEqual(expected);
    expect(indexes.byId("X/tx", expected[7]?.id ?? "")).toEqual(expected[7]);
    expect(indexes.containers("X/vtx")).toEqual([]);
  });

  it("ends where linearisation began in the node's form", () => {
    const indexes = openIndexes(openHistory({ recording, start: "all" }), NODE_FORMS.avalanchego);
    expect(indexes.containers("X/tx")).toEqual([]);
  });

  it("continues numbering after the graph, and holds nothing twice", () => {
    const early = linearTxs()
      .slice(0, 3)
      .map((tx, index) => ({ ...tx, index }));
    const altered = { ...recording, containers: { ...recording.containers, "X/tx": early } };
    const indexes = openIndexes(openHistory({ recording: altered, start: "all" }), NODE_FORMS.seed);
    expect(indexes.containers("X/tx")).toEqual(linearTxs().map((tx, index) => ({ ...tx, index })));
  });

  it("leaves out a block whose bytes do not decode", () => {
    const altered = structuredClone(recording);
    for (const block of altered.containers["X/block"]) block.bytes = "0x0102";
    const indexes = openIndexes(openHistory({ recording: altered, start: "all" }), NODE_FORMS.seed);
    expect(indexes.containers("X/tx")).toEqual([]);
    expect(indexes.containers("X/block")).toHaveLength(62);
  });
});
