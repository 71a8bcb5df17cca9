import { statSync } from "node:fs";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { freshPath, freshStore } from "../../testbed/engines";
import { snapshot } from "../db";
import { openStore } from "../open";
import { RestingLog } from "./resting-log";

test("a log is emptied once nothing is written, without waiting for readers or disturbing them", async () => {
  const path = freshPath();
  const { db } = await freshStore(path);
  const write = (key: "genesis" | "nodeId") =>
    db
      .insertInto("network")
      .values({ key, value: "x".repeat(2_000_000) })
      .execute();
  const logBytes = () => statSync(`${path}-wal`).size;
  const log = new RestingLog(db);
  await write("genesis");
  const reader = await openStore(path, { mode: "read" });
  onTestFinished(() => reader.close());
  await log.look();
  expect(logBytes()).toBeGreaterThan(2_000_000); // written to since the last look
  await snapshot(reader.db, async (snapshot) => {
    const keys = async () => (await sql<{ key: string }>`select key from network`.execute(snapshot)).rows;
    const before = await keys();
    await write("nodeId");
    await log.look();
    await log.look();
    await log.look();
    expect(logBytes()).toBeGreaterThan(2_000_000);
    expect(await keys()).toEqual(before);
  });
  await log.look();
  expect(logBytes()).toBe(0);
  expect(await reader.db.selectFrom("network").select("key").execute()).toHaveLength(2);
});
