import { describe, expect, it } from "vitest";
import { type IndexName, MAX_RANGE } from "../../contract/node/index";
import { InputError } from "../../errors";
import { openHistory } from "../history";
import { openIndexes } from "../indexes";
import { NODE_FORMS, type NodeFormName } from "../node-form";
import { newRecording } from "../recording";
import { indexMethods } from "./index";

/** The interface document's rules for the index API, one by one, and what the real node does instead. */

const ID = "WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43";
const NOTHING = { "C/block": [], "P/block": [], "X/tx": [], "X/block": [], "X/vtx": [] };

/** An index with this many containers. The bytes of each are its number. */
function open(count: number, nodeForm: NodeFormName) {
  const containers = Array.from({ length: count }, (_, index) => ({
    id: `id-${index}`,
    bytes: `0x${index.toString(16).padStart(4, "0")}`,
    timestamp: `2026-11-21T00:00:00.${String(index).padStart(9, "0")}Z`,
    index,
  }));
  const recording = newRecording({
    network: { networkId: 1, nodeId: "NodeID-x", xChainId: ID, cChainId: ID },
    genesis: { configuration: "{}", platformBlock: "0x", platform: "{}", xchain: "{}", cchain: "{}" },
    containers: { ...NOTHING, "P/block": containers },
    evm: [],
    answers: [],
    sessions: [],
  });
  const indexes = openIndexes(openHistory({ recording, start: "all" }), NODE_FORMS[nodeForm]);
  return async (
    method: string,
    params: Record<string, unknown>,
    name: IndexName = "P/block",
  ): Promise<unknown> => {
    const found = indexMethods(indexes, name, NODE_FORMS[nodeForm]).find(
      (each) => each.name === `index.${method}`,
    );
    try {
      return (await found?.run(params))?.result;
    } catch (error) {
      if (error instanceof InputError) return error.message;
      throw error;
    }
  };
}

const indexesOf = (result: unknown) => (result as { index: string }[]).map((container) => container.index);

describe("index.getContainerRange", () => {
  const call = open(1030, "seed");
  const range = (startIndex: unknown, numToFetch: unknown) =>
    call("getContainerRange", { startIndex, numToFetch });

  it("answers an array of startIndex, startIndex + 1, … in order", async () => {
    expect(indexesOf(await range(5, 3))).toEqual(["5", "6", "7"]);
    expect(indexesOf(await range("5", "3"))).toEqual(["5", "6", "7"]);
  });

  it("is empty when numToFetch is 0, even beyond the end", async () => {
    expect(await range(0, 0)).toBeNull();
    expect(await range(5000, 0)).toBeNull();
  });

  it("is an error when startIndex is beyond the last accepted index", async () => {
    expect(await range(1030, 1)).toBe("start index (1030) > last accepted index (1029)");
    expect(await range(2n ** 64n - 1n, 1)).toBe(
      "start index (18446744073709551615) > last accepted index (1029)",
    );
  });

  it("is an error when numToFetch exceeds 1024", async () => {
    expect(indexesOf(await range(0, MAX_RANGE))).toHaveLength(1024);
    expect(await range(0, 1025)).toBe("numToFetch must be in [0,1024] but is 1025");
  });

  it("returns what there is if that is less than requested", async () => {
    expect(indexesOf(await range(1028, 1024))).toEqual(["1028", "1029"]);
  });

  it("is an error while nothing has been accepted", async () => {
    expect(await open(0, "seed")("getContainerRange", { numToFetch: 1 })).toBe(
      "no containers have been accepted",
    );
  });

  it("is an object with containers in the node's form, and 0 is an error", async () => {
    const node = open(3, "avalanchego");
    expect(await node("getContainerRange", { startIndex: 2, numToFetch: 5 })).toEqual({
      containers: [expect.objectContaining({ index: "2" })],
    });
    expect(await node("getContainerRange", {})).toBe("numToFetch must be in [1,1024] but is 0");
    expect(await node("getContainerRange", { startIndex: 9, numToFetch: 0 })).toBe(
      "numToFetch must be in [1,1024] but is 0",
    );
  });
});

describe("the other methods of the index API", () => {
  const call = open(3, "seed");

  it("count from 0: the first container has index 0", async () => {
    expect(await call("getContainerByIndex", { index: 0 })).toEqual({
      id: "id-0",
      // Two bytes and their checksum.
      bytes: expect.stringMatching(/^0x0000[0-9a-f]{8}$/),
      timestamp: "2026-11-21T00:00:00.000000000Z",
      encoding: "hex",
      index: "0",
    });
    expect(await call("getLastAccepted", {})).toMatchObject({ index: "2" });
  });

  it("leave out the checksum if asked to, and have no JSON form of bytes", async () => {
    expect(await call("getLastAccepted", { encoding: "HEXNC" })).toMatchObject({
      bytes: "0x0002",
      encoding: "hexnc",
    });
    expect(await call("getLastAccepted", { encoding: "json" })).toBe("unsupported encoding in method");
    expect(await call("getLastAccepted", { encoding: "base64" })).toBeUndefined();
  });

  it("distinguish an unknown id from a malformed one", async () => {
    expect(await call("isAccepted", { id: ID })).toEqual({ isAccepted: false });
    expect(await call("getIndex", { id: ID })).toBe("not found");
    expect(await call("getContainerByID", { id: ID })).toBe("not found");
    for (const id of ["", "not-an-id", 5, `0x${"00".repeat(32)}`]) {
      expect(await call("isAccepted", { id }), String(id)).toBeUndefined();
    }
  });

  it("keep the indexes separate", async () => {
    expect(await call("getLastAccepted", {}, "X/tx")).toBe("no containers have been accepted");
    expect(await call("getContainerByIndex", { index: 0 }, "C/block")).toBe("no container at index 0");
  });
});
