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
  const said: [string, unknown][] = [];
  const note = (message: string, context?: unknown) => said.push([message, context]);
  const log = { ...SILENT, info: note, warn: note };
  const report = new StreamReport(db, "X/block", { claim: CLAIM, now: () => clock.ms, log });
  const stored = async () => {
    await report.write();
    return db.selectFrom("stream_status").selectAll().executeTakeFirst();
  };
  return { db, clock, said, report, stored };
}

test("a stream that waits says for what and since when, with the hint, until the node answers", async () => {
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

test("what stopped a stream stays said while the node is away and back", async () => {
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

test("a status that can't be written stops nothing, is logged once, and counted when it can be", async () => {
  const { db, said, report, stored } = await newReport();
  await db.updateTable("lease").set({ holder: "another" }).execute();
  for (const head of [1, 2, 3]) {
    report.nodeAnswered(head);
    expect(await stored()).toBeUndefined();
  }
  expect(said).toEqual([
    [expect.stringMatching(/^the status of X\/block was not written: .*taken over/), undefined],
  ]);
  await db.updateTable("lease").set({ holder: CLAIM.holder }).execute();
  expect(await stored()).toMatchObject({ node_head_index: 3 });
  expect(said[1]).toEqual(["the status of X/block is written again", { failedWrites: 3 }]);
});
