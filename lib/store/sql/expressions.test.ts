import { expect, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { inTuples, isFlag, isNullIndexed, isSame, numberSetOf, setOf } from "./expressions";

async function storeOfPoints() {
  const { db } = await freshStore();
  const point = { validation: 1, weight: 0n, paid_in: 0n, paid_back: null };
  await db
    .insertInto("l1_point")
    .values([
      { ...point, position: 1, balance: null },
      { ...point, position: 2, balance: 5n },
    ])
    .execute();
  return db;
}

test("a column is in a set, and nothing is in an empty one", async () => {
  const db = await storeOfPoints();
  const found = async (operator: "in" | "not in", set: ReturnType<typeof setOf<number>>) =>
    (await db.selectFrom("l1_point").select("position").where("position", operator, set).execute()).map(
      ({ position }) => position,
    );
  for (const words of [setOf<number>, numberSetOf]) {
    expect(await found("in", words([2, 3]))).toEqual([2]);
    expect(await found("not in", words([2, 3]))).toEqual([1]);
    expect(await found("in", words([]))).toEqual([]);
    expect(await found("not in", words([]))).toEqual([1, 2]);
  }
});

test("columns together are one of some keys, or of none", async () => {
  const db = await storeOfPoints();
  const found = (keys: number[][]) =>
    db
      .selectFrom("l1_point")
      .select("position")
      .where(inTuples(["validation", "position"], keys))
      .execute();
  expect(
    await found([
      [1, 2],
      [2, 1],
    ]),
  ).toEqual([{ position: 2 }]);
  expect(await found([])).toEqual([]);
});

test("null is the same as null, by both forms", async () => {
  const db = await storeOfPoints();
  for (const [condition, position] of [
    [isSame("balance", null), 1],
    [isSame("balance", 5n), 2],
    [isNullIndexed("balance", true), 1],
    [isNullIndexed("balance", false), 2],
  ] as const) {
    const rows = await db.selectFrom("l1_point").select("position").where(condition).execute();
    expect(rows).toEqual([{ position }]);
  }
});

test("a flag is written and read as a boolean, bound or written out; damage is shown", async () => {
  const { db } = await freshStore();
  const status = { stream: "P/block", state: "starting" as const, updated_at_ms: 0 };
  const nothing = {
    source: null,
    node_head_index: null,
    node_checked_at_ms: null,
    node_error: null,
    notice: null,
  };
  const well = { error_code: null, error_message: null, error_hint: null, error_at_ms: null };
  for (const node_reachable of [true, false]) {
    const row = { ...status, ...nothing, ...well, stream: `${node_reachable}`, node_reachable };
    await db.insertInto("stream_status").values(row).execute();
    const stored = db.selectFrom("stream_status").selectAll();
    expect(await stored.where("node_reachable", "=", node_reachable).execute()).toEqual([row]);
    expect(await stored.where(isFlag("node_reachable", node_reachable)).execute()).toEqual([row]);
  }
  await db
    .updateTable("stream_status")
    .set({ node_reachable: 2 as unknown as boolean })
    .execute();
  const all = await db.selectFrom("stream_status as aliased").select("node_reachable as now").execute();
  expect(all).toEqual([{ now: 2 }, { now: 2 }]);
});
