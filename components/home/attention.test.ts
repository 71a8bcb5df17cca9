import { expect, test } from "vitest";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { attentionOf } from "./attention";

const head = { index: 109, height: 110, containerId: "x", time: 1 };
const following: StreamStatus = {
  stream: "P/block",
  state: "following",
  behind: 0,
  indexedHead: head,
  updatedAt: 1,
};

function statusWith(stream: Partial<StreamStatus>, node: Partial<FirnStatus["node"]> = {}): FirnStatus {
  return {
    version: "0.1.0",
    network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji" },
    node: { reachable: true, ...node },
    streams: [{ ...following, ...stream }],
    store: { sizeBytes: 1, schemaVersion: 1 },
  };
}

test("a Firn at the head of a node with a whole index needs nothing", () => {
  expect(attentionOf(statusWith({}))).toEqual([]);
  const { indexedHead: _, ...fresh } = following;
  expect(attentionOf({ ...statusWith({}), streams: [fresh] })).toEqual([]);
});

test("a stopped stream says what differs, what to do and how far it came", () => {
  const error = {
    code: "UNKNOWN_TYPE",
    message: "type 99 at byte 114 is not known",
    hint: "update Firn",
    at: 1,
  };
  expect(attentionOf(statusWith({ state: "stopped", error }))[0]).toMatchObject({
    title: "P/block stopped",
    text: "type 99 at byte 114 is not known: update Firn. Stored up to height 110.",
  });
});

test("a node that is away comes after a stopped stream", () => {
  const titles = attentionOf(statusWith({ state: "stopped" }, { reachable: false })).map(
    ({ title }) => title,
  );
  expect(titles).toEqual(["P/block stopped", "Your node does not answer"]);
});

test("an index that began late is counted by the distance of height and index", () => {
  expect(attentionOf(statusWith({ indexedHead: { ...head, index: 97 } }))[0]?.title).toBe(
    "P/block lacks 12 blocks",
  );
});
