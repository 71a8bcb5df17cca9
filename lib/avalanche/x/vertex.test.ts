import { describe, expect, test } from "vitest";
import { sha256 } from "#sha256";
import { DataError } from "../../errors";
import { toHex } from "../codec/bytes";
import { decodeContainer } from "../proposer/proposervm";
import { fuzzBytes } from "../vectors/fuzz";
import { readContainers } from "../vectors/read";
import { decodeXBlock } from "./block";
import { decodeVertex, encodeVertex, type Vertex } from "./vertex";

const blocks = await readContainers("custom-network", "X/block");
const txs = blocks.flatMap(({ bytes }) => decodeXBlock(decodeContainer(bytes, "x").inner).txs).slice(0, 3);
const id = new Uint8Array(32);
const vertex: Vertex = {
  vertexId: id,
  chainId: new Uint8Array(32).fill(1),
  height: 7n,
  parentIds: [new Uint8Array(32).fill(2), new Uint8Array(32).fill(3)],
  content: { epoch: 0, txs },
};

describe("a vertex (constructed: no capture has one)", () => {
  test("is read back as it was written, with its transactions", () => {
    const bytes = encodeVertex(vertex);
    expect(decodeVertex(bytes)).toEqual({ ...vertex, vertexId: sha256(bytes) });
  });

  test("is encoded as by the node's codec: version, chain, height, epoch, parents, transactions", () => {
    const bytes = encodeVertex({ ...vertex, parentIds: [], content: { epoch: 5, txs: [] } });
    expect(toHex(bytes)).toBe(`0x0000${"01".repeat(32)}0000000000000007000000050000000000000000`);
  });

  test("that stops the graph has neither epoch nor transactions", () => {
    const { content: _, ...stop } = vertex;
    const bytes = encodeVertex(stop);
    expect(toHex(bytes)).toBe(
      `0x0001${"01".repeat(32)}000000000000000700000002${"02".repeat(32)}${"03".repeat(32)}`,
    );
    expect(decodeVertex(bytes)).toEqual({ ...stop, vertexId: sha256(bytes) });
  });

  test("of another codec version is refused", () => {
    const bytes = encodeVertex(vertex);
    bytes[1] = 2;
    expect(() => decodeVertex(bytes)).toThrow(DataError);
  });

  test("if damaged gives a value or a DataError", () => {
    fuzzBytes(
      [encodeVertex(vertex), encodeVertex({ ...vertex, content: { epoch: 0, txs: [] } })],
      decodeVertex,
    );
  });
});
