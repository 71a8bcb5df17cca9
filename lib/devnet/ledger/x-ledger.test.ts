import { describe, expect, it } from "vitest";
import { sha256 } from "#sha256";
import { toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import { decodeXBlock } from "../../avalanche/x/block";
import { decodeVertex, encodeVertex } from "../../avalanche/x/vertex";
import { openHistory } from "../history";
import { openAnswers } from "../recorded-answers";
import { openRecording } from "../recording";
import { AtomicMemory } from "./atomic-memory";
import { openLedger } from "./ledger";
import { XLedger } from "./x-ledger";

const bytes = (value: number) => new Uint8Array(32).fill(value);

describe("block 0 of the X-Chain", () => {
  it("is the child of the graph's last vertex, if there was a graph", () => {
    const ledger = new XLedger(bytes(7), [], new AtomicMemory());
    const stop = { vertexId: bytes(0), chainId: bytes(7), height: 3n, parentIds: [bytes(1)] };
    const vertex = decodeVertex(encodeVertex(stop));
    const before = decodeXBlock(ledger.genesisBlock(5n));
    ledger.endGraph(vertex);
    expect(decodeXBlock(ledger.genesisBlock(5n))).toMatchObject({ height: 0n, time: 5n, txs: [] });
    expect(decodeXBlock(ledger.genesisBlock(5n)).parentId).toEqual(vertex.vertexId);
    expect(before.parentId).not.toEqual(vertex.vertexId);
  });

  it.each(["custom-network", "local-network"])("is the parent of block 1 of %s", async (name) => {
    const recording = await openRecording(name);
    const history = openHistory({ recording, start: "all" });
    const { x, rules } = openLedger(history, openAnswers(recording));
    const first = decodeXBlock(history.block("X", 1)?.inner ?? new Uint8Array());
    expect(decodeXBlock(x.genesisBlock(rules.upgrades.cortina)).blockId).toEqual(first.parentId);
  });
});

describe("a recording from before there were blocks", () => {
  it("has the transactions of its index, and its last vertex as the parent of block 0", async () => {
    const recording = structuredClone(await openRecording("local-network"));
    const all = openHistory({ recording, start: "all" });
    const [tx] = decodeXBlock(all.block("X", 1)?.inner ?? new Uint8Array()).txs;
    if (tx === undefined) throw new Error("X block 1 is empty");
    const content = { epoch: 0, txs: [tx] };
    const vertex = encodeVertex({
      vertexId: bytes(0),
      chainId: bytes(7),
      height: 1n,
      parentIds: [],
      content,
    });
    const contain = (raw: Uint8Array) => [
      { id: formatId(sha256(raw)), bytes: toHex(raw), timestamp: "2020-12-05T05:00:00Z", index: 0 },
    ];
    recording.containers["X/block"] = [];
    recording.containers["X/tx"] = contain(tx.bytes);
    recording.containers["X/vtx"] = contain(vertex);
    const { x } = openLedger(openHistory({ recording, start: "all" }), openAnswers(recording));
    expect(x.tx(tx.txId)).toEqual(tx);
    expect(decodeXBlock(x.genesisBlock(0n)).parentId).toEqual(sha256(vertex));
  });
});
