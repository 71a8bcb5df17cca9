import { expect, test } from "vitest";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { attentionOf } from "./attention";

const NOW = 1_800_000_000_000;
const attentionAt = (status: FirnStatus) => attentionOf(status, NOW);
const plain = (text: string | undefined) => text?.replaceAll("\u2009", " ");

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
    network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji", genesisKnown: true },
    node: { reachable: true, bootstrapping: [], healthy: true, failingChecks: [], ...node },
    streams: [{ ...following, ...stream }],
    store: { sizeBytes: 1, schemaVersion: 1 },
  };
}

test("a Firn at the head of a node with a whole index needs nothing", () => {
  expect(attentionAt(statusWith({}))).toEqual([]);
  const { indexedHead: _, ...fresh } = following;
  expect(attentionAt({ ...statusWith({}), streams: [fresh] })).toEqual([]);
});

test("a stopped stream says what is wrong, what to do and how far it got", () => {
  const error = {
    code: "UNKNOWN_TYPE",
    message: "type 99 at byte 114 is not known",
    hint: "update Firn",
    at: 1,
  };
  expect(attentionAt(statusWith({ state: "stopped", error }))[0]).toMatchObject({
    title: "P-Chain stopped",
    text: "type 99 at byte 114 is not known: update Firn. Stored up to block 110.",
  });
});

test("a damaged file comes first, with what is wrong and what to do", () => {
  const status = statusWith({ state: "stopped" });
  const faults = ["page 3 is never used", "row 7 missing from index block_height"];
  const store = { ...status.store, damaged: [{ file: "evm/43114.db", faults }] };
  const [first, second] = attentionAt({ ...status, store });
  expect(first?.title).toBe("The file evm/43114.db is damaged");
  expect(first?.text).toContain(
    "found: page 3 is never used, and 1 more fault. Numbers from this file may be wrong",
  );
  expect(first?.text).toContain("firn reset --yes");
  expect(second?.title).toBe("P-Chain stopped");
});

test("a node that is down comes after a stopped stream", () => {
  const titles = attentionAt(statusWith({ state: "stopped" }, { reachable: false })).map(
    ({ title }) => title,
  );
  expect(titles).toEqual(["P-Chain stopped", "Your node does not answer"]);
});

test("missing blocks are those before the first stored one", () => {
  expect(attentionAt(statusWith({ firstHeight: 13 }))[0]?.title).toBe("P/block lacks 12 blocks");
});

test("what is not known needs attention too", () => {
  const starting = statusWith({ state: "starting", behind: undefined });
  expect(attentionAt(starting)[0]?.title).toBe("P/block is starting");
  expect(attentionAt(statusWith({}, { healthy: undefined }))[0]?.title).toBe(
    "Your node’s health is not known",
  );
  const { network, ...rest } = statusWith({});
  const unknown = { ...rest, network: { ...network, genesisKnown: false } };
  expect(attentionAt(unknown)[0]?.title).toBe("The network’s genesis is not known");
});

test("a quiet chain is listed with its usual pace and the node's health", () => {
  const pace = { usualMs: 2_000, longestMs: 11_000, allowedMs: 300_000, newestAt: NOW - 1_200_000 };
  const [item] = attentionAt(statusWith({ pace }));
  expect(plain(item?.title)).toBe("No new P-Chain block for 20 min");
  expect(plain(item?.text)).toBe(
    "Usually one every 2 s, and lately never more than 11 s apart. The node reports that it is healthy, so there may just be no transactions.",
  );
});

test("a stream says when its node has less than the store", () => {
  const notice = "the node's index ends at container 4, the store's at 109: it is waited for";
  expect(attentionAt(statusWith({ state: "waiting-for-node", notice }))[0]?.text).toBe(`${notice}.`);
});

test("a node without peers is alone rather than ill", () => {
  const alone = { healthy: false, failingChecks: ["network"], peers: 0 };
  expect(attentionAt(statusWith({}, alone))[0]).toMatchObject({
    title: "Your node has no peers",
    text: expect.stringContaining("as a recorded node does"),
  });
});

test("a waiting stream is listed though the node answers others, and so are failing checks", () => {
  const error = {
    code: "NODE_UNREACHABLE",
    message: "the node has no /ext/index/X/tx",
    hint: "enable it",
    at: 1,
  };
  expect(attentionAt(statusWith({ state: "waiting-for-node", error }))[0]).toMatchObject({
    title: "P-Chain waits for its node",
    text: "the node has no /ext/index/X/tx: enable it.",
  });
  expect(attentionAt(statusWith({}, { healthy: false, failingChecks: ["C", "network"] }))[0]?.text).toBe(
    "Failing: C, network.",
  );
});

test("a node that limits requests is named once, whichever of its streams it keeps waiting", () => {
  const notice = "the node limits requests (HTTP 429): Firn asks it as often as it allows";
  const status = statusWith({ state: "catching-up", notice });
  const [stream] = status.streams;
  const l1 = { stream: "EVM 7", evm: { isCChain: false, lacks: [] } };
  const streams = [stream, { ...stream, stream: "X/block" }, { ...stream, ...l1 }] as StreamStatus[];
  const limited = attentionAt({ ...status, streams }).filter(({ title }) => title.includes("limits"));
  expect(limited.map(({ title }) => title)).toEqual([
    "Your node limits requests",
    "The node of EVM 7 limits requests",
  ]);
  expect(limited[0]?.text).toContain("HTTP 429");
});
