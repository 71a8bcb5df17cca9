import { expect, test } from "vitest";
import type { CheckpointTable, StreamStatusTable } from "../../../store/tables/bookkeeping";
import { summarizeAcceptance } from "./acceptance";
import { presentNode, presentStream } from "./status";

const NOW = 1_800_000_000_000;
const fresh: StreamStatusTable = {
  stream: "P/block",
  state: "starting",
  node_head_index: null,
  node_reachable: false,
  node_checked_at_ms: null,
  node_error: null,
  notice: null,
  source: null,
  updated_at_ms: NOW,
  error_code: null,
  error_message: null,
  error_hint: null,
  error_at_ms: null,
};
const answered = { ...fresh, state: "following", node_reachable: true, node_checked_at_ms: NOW } as const;
const away = { ...answered, node_reachable: false, node_error: "connection refused" } as const;
const behindOf = (status: StreamStatusTable, checkpoint?: Partial<CheckpointTable>) =>
  presentStream(status, checkpoint && { ...CHECKPOINT, ...checkpoint }, {
    newest: [],
    nowMs: NOW,
    beatAtMs: NOW,
  }).behind;
const CHECKPOINT: CheckpointTable = {
  stream: "P/block",
  next_index: 0,
  head_id: new Uint8Array(32),
  head_block_id: new Uint8Array(32),
  height: 0,
  time: 0,
};

test("the lag is unknown until the node has answered", () => {
  expect(behindOf(fresh)).toBeUndefined();
  expect(behindOf({ ...fresh, node_checked_at_ms: NOW, node_error: "refused" })).toBeUndefined();
  expect(behindOf(answered)).toBe(0);
  expect(behindOf({ ...answered, node_head_index: 9 })).toBe(10);
  expect(behindOf({ ...away, node_head_index: 9 }, { next_index: 4 })).toBe(6);
});

test("a node is reachable when any stream that still asks reaches it, whichever asked last", () => {
  const earlier = { ...answered, node_checked_at_ms: NOW - 500 };
  const node = { url: undefined, version: undefined, nodeId: undefined };
  expect(presentNode([earlier, away], node, NOW)).toMatchObject({
    reachable: true,
    error: "connection refused",
  });
  expect(presentNode([{ ...earlier, state: "stopped" }, away], node, NOW).reachable).toBe(false);
  expect(presentNode([away, away], node, NOW).reachable).toBe(false);
  expect(presentNode([], node, NOW).reachable).toBe(false);
});

test("a node with a useless answer is reachable, and the stream has the reason", () => {
  const error = { error_message: "malformed container 7", error_hint: "update it", error_at_ms: NOW - 9 };
  const waiting = { ...away, ...error, error_code: "NODE_BAD_ANSWER", state: "waiting-for-node" } as const;
  const node = { url: undefined, version: undefined, nodeId: undefined };
  expect(presentNode([waiting], node, NOW).reachable).toBe(true);
  expect(presentNode([{ ...waiting, error_code: "NODE_TIMEOUT" }], node, NOW).reachable).toBe(false);
  const times = { newest: [], nowMs: NOW, beatAtMs: NOW };
  expect(presentStream(waiting, undefined, times)).toMatchObject({
    state: "waiting-for-node",
    error: { code: "NODE_BAD_ANSWER", message: "malformed container 7", hint: "update it", at: NOW - 9 },
  });
  const silent = presentStream(waiting, undefined, { ...times, beatAtMs: NOW - 60_000 });
  expect(silent).toMatchObject({ state: "stopped", error: { code: "INDEXER_AWAY" } });
});

test("lag is measured over blocks that were accepted live, and the others are counted", () => {
  const block = (lagMs: number) => ({
    time: 1_800_000_000,
    accepted_at_ns: 1_800_000_000_000_000_000n + BigInt(lagMs) * 1_000_000n,
  });
  const day = 86_400_000;
  expect(summarizeAcceptance([block(20), block(40), block(day), block(60_001), block(-day)])).toEqual({
    acceptanceLagMs: { median: 20, p95: 20 },
    notAcceptedLive: 3,
  });
  expect(summarizeAcceptance([block(day)])).toEqual({ acceptanceLagMs: undefined, notAcceptedLive: 1 });
});
