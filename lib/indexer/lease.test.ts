import { expect, test } from "vitest";
import { SILENT } from "../log";
import { freshStore } from "../testbed/engines";
import { quickSleep } from "../testbed/indexer";
import { LEASE_NAME, whileHolding } from "./lease";

const HOLDING = {
  now: Date.now,
  sleep: quickSleep,
  signal: new AbortController().signal,
  log: SILENT,
};
const MINE = { name: LEASE_NAME, holder: "me" };

test("a failure after another indexer took the store is reported as the takeover", async () => {
  const { db } = await freshStore();
  const work = async () => {
    await db.updateTable("lease").set({ holder: "another" }).execute();
    throw new Error("no row of asset with key 1");
  };
  await expect(whileHolding(db, MINE, { ...HOLDING, work })).rejects.toMatchObject({
    code: "STORE_CONFLICT",
    message: "the store was taken over by another indexer",
  });
});

test("a failure while the store is held is reported as it is", async () => {
  const { db } = await freshStore();
  const work = async () => {
    throw new Error("no row of asset with key 1");
  };
  await expect(whileHolding(db, MINE, { ...HOLDING, work })).rejects.toThrow("no row of asset with key 1");
});
