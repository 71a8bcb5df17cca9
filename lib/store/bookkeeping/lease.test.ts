import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { ENGINES, freshPath, freshStore } from "../../testbed/engines";
import { openPrimary } from "../../testbed/test-stores";
import { holdStore } from "../sqlite/store-lock";
import { asHolder, type Claim, proveLease, readBeat, takeLease } from "./lease";

const mine = { name: "indexer", holder: "a" };
const theirs = { name: "indexer", holder: "b" };
const DAY_MS = 86_400_000;

/** Takes the lease of a store and releases it with the test. */
async function take(db: Parameters<typeof takeLease>[0], claim: Claim, nowMs = 1_000) {
  const lease = await takeLease(db, { ...claim, nowMs });
  onTestFinished(() => lease.release().catch(() => undefined));
  return lease;
}

describe.each(ENGINES)("the lease on $name", () => {
  test("has one holder however much time passes, and is free once released", async () => {
    const { db } = await freshStore();
    const lease = await take(db, mine);
    await expect(take(db, theirs, 30 * DAY_MS)).rejects.toMatchObject({ code: "LEASE_HELD" });
    await lease.release();
    await take(db, theirs);
    await expect(proveLease(db, mine)).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    await proveLease(db, theirs);
  });

  test("is the same through every connection to the store", async () => {
    const path = freshPath();
    await take((await freshStore(path)).db, mine);
    const other = await freshStore(path);
    await expect(take(other.db, theirs)).rejects.toThrow("another indexer writes this store");
    expect(holdStore(path)).toBeUndefined();
  });

  test("keeps other processes out, and is free at once when its process is killed", async () => {
    const path = freshPath();
    const { db } = await freshStore(path);
    // As another process sees it: the engine's own lock, without this code.
    const hold = `
      const Database = require("better-sqlite3");
      const database = new Database(${JSON.stringify(`${path}.lock`)}, { timeout: 0 });
      try { database.exec("begin exclusive"); } catch (error) { console.log(error.code); process.exit(); }
      console.log("held"); setInterval(() => {}, 1000);`;
    const lease = await take(db, mine);
    expect(execFileSync(process.execPath, ["-e", hold], { encoding: "utf8" })).toBe("SQLITE_BUSY\n");
    await lease.release();
    const child = spawn(process.execPath, ["-e", hold], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await expect(take(db, mine)).rejects.toMatchObject({ code: "LEASE_HELD" });
    child.kill("SIGKILL");
    await once(child, "exit");
    await take(db, mine);
  });

  test("is proved in the transaction that writes: a holder that lost it writes nothing", async () => {
    const path = freshPath();
    const { db } = await freshStore(path);
    await take(db, mine);
    // Deleting the lock's file is the only way to let a second writer in.
    rmSync(`${path}.lock`);
    await take(db, theirs);
    let wrote = false;
    const write = asHolder(db, mine, async () => {
      wrote = true;
    });
    await expect(write).rejects.toMatchObject({
      code: "STORE_CONFLICT",
      message: "the store was taken over by another indexer",
    });
    expect(wrote).toBe(false);
  });

  test("shows when its holder last worked, without writing to the store", async () => {
    const path = freshPath();
    const { db } = await freshStore(path);
    expect(await readBeat(db)).toBeUndefined();
    const lease = await take(db, mine, 1_700_000_000_000);
    expect(await readBeat(db)).toBe(1_700_000_000_000);
    const reader = await openPrimary(path, { mode: "read" });
    onTestFinished(() => reader.close());
    await lease.heartbeat(1_700_000_005_250);
    expect(await readBeat(reader.db)).toBe(1_700_000_005_250);
    await lease.heartbeat(1_600_000_000_000); // a clock that was set back
    expect(await readBeat(reader.db)).toBe(1_600_000_000_000);
  });
});
