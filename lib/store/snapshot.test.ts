import { dirname } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { freshPath } from "../testbed/engines";
import { testStores } from "../testbed/test-stores";
import type { PrimaryDb } from "./db";

/** A store with ten addresses, and one reader of it. */
async function openReader() {
  const stores = testStores(dirname(freshPath()));
  const writer = await stores.open("primary", { mode: "write", nowMs: 0 });
  onTestFinished(() => writer.close());
  const add = (id: number) =>
    writer.db
      .insertInto("address")
      .values({ id, bytes: new Uint8Array(20).fill(id) })
      .execute();
  for (let id = 1; id <= 10; id++) await add(id);
  const reader = stores.read("primary");
  onTestFinished(() => reader.close());
  return { reader, add };
}

const count = (db: PrimaryDb) =>
  db
    .selectFrom("address")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
const bytesOf = (db: PrimaryDb, id: number) =>
  db.selectFrom("address").select("bytes").where("id", "=", id).executeTakeFirst();
const failing = (db: PrimaryDb) => sql`select no_such_column from address`.execute(db);

test("statements that are asked for together have an answer each, all of one moment", async () => {
  const { reader, add } = await openReader();
  const ids = Array.from({ length: 30 }, (_, i) => (i % 12) + 1);
  await reader.snapshot(async (db) => {
    const before = await count(db);
    await add(11);
    const [after, ...found] = await Promise.all([count(db), ...ids.map((id) => bytesOf(db, id))]);
    expect(after).toEqual(before);
    expect(found.map((row) => row?.bytes[0])).toEqual(ids.map((id) => (id > 10 ? undefined : id)));
  });
  expect(await reader.snapshot((db) => bytesOf(db, 11))).toEqual({ bytes: new Uint8Array(20).fill(11) });
});

test("one that fails is that one's failure alone, and snapshots after it have none", async () => {
  const { reader } = await openReader();
  for (let i = 0; i < 20; i++) {
    const left: Promise<unknown>[] = [];
    const failed = reader.snapshot((db) => {
      const all = [count(db), failing(db), bytesOf(db, 1), failing(db)];
      left.push(...all.map((each) => each.catch(() => undefined)));
      return Promise.all(all);
    });
    await expect(failed).rejects.toThrow("no_such_column");
    expect((await reader.snapshot((db) => bytesOf(db, 2)))?.bytes[0]).toBe(2);
    await Promise.all(left);
  }
});

test("what is asked for after its end is refused", async () => {
  const { reader } = await openReader();
  const left = await reader.snapshot(async (db) => db);
  await expect(count(left)).rejects.toThrow("the snapshot is over");
  expect(Number((await reader.snapshot(count)).count)).toBe(10);
});
