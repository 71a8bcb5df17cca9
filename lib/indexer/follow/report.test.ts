import { expect, test } from "vitest";
import { DataError, NodeError } from "../../errors";
import { SILENT } from "../../log";
import { signLease } from "../../store/bookkeeping/lease";
import { freshStore } from "../../testbed/engines";
import { StreamReport } from "./report";

const CLAIM = { name: "indexer", holder: "me" };
const MALFORMED = new NodeError("NODE_BAD_ANSWER", "the node gave a malformed container 7", {
  hint: "update it",
});

async function newReport() {
  const { db } = await freshStore();
  await signLease(db, CLAIM);
  const clock = { ms: 1_000 };
  const logged: [string, unknown][] = [];
  const note = (message: string, context?: unknown) => logged.push([message, context]);
  const log = { ...SILENT, info: note, warn: note };
  const report = new StreamReport(db, "X/block", { claim: CLAIM, now: () => clock.ms, log });
  const stored = async () => {
    await report.write();
    return db.selectFrom("stream_status").selectAll().executeTakeFirst();
  };
  return { db, clock, logged, report, stored };
}

test("a waiting stream reports the error, its hint and since when, until the node answers", async () => {
  const { clock, report, stored } = await newReport();
  await report.nodeFailed(MALFORMED);
  clock.ms = 60_000;
  await report.nodeFailed(MALFORMED);
  expect(await stored()).toMatchObject({
    state: "waiting-for-node",
    error_code: "NODE_BAD_ANSWER",
    error_message: "the node gave a malformed container 7",
    error_hint: "update it",
    error_at_ms: 1_000,
  });
  report.nodeAnswered(9);
  expect(await stored()).toMatchObject({ node_reachable: true, error_code: null, error_at_ms: null });
});

test("the error that stopped a stream stays while the node is unreachable and back again", async () => {
  const { report, stored } = await newReport();
  await report.stopped(new DataError("HEAD_MISMATCH", "parent differs"));
  await report.nodeFailed(MALFORMED);
  expect(await stored()).toMatchObject({
    state: "stopped",
    node_reachable: false,
    error_code: "HEAD_MISMATCH",
  });
  report.nodeAnswered(9);
  expect(await stored()).toMatchObject({
    state: "stopped",
    node_reachable: true,
    error_code: "HEAD_MISMATCH",
  });
});

test("a failed status write stops nothing, is logged once, and counted when a write succeeds", async () => {
  const { db, logged, report, stored } = await newReport();
  await db.updateTable("lease").set({ holder: "another" }).execute();
  for (const head of [1, 2, 3]) {
    report.nodeAnswered(head);
    expect(await stored()).toBeUndefined();
  }
  expect(logged).toEqual([
    [expect.stringMatching(/^the status of X\/block was not written: .*taken over/), undefined],
  ]);
  await db.updateTable("lease").set({ holder: CLAIM.holder }).execute();
  expect(await stored()).toMatchObject({ node_head_index: 3 });
  expect(logged[1]).toEqual(["the status of X/block can be written again", { failedWrites: 3 }]);
});
