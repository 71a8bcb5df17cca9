import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LEASE_NAME } from "../../indexer/lease";
import { takeLease } from "../../store/bookkeeping/lease";
import { testStores } from "../../testbed/test-stores";
import { resetStores } from "./reset";

const folder = mkdtempSync(join(tmpdir(), "firn-reset-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CLAIM = { name: LEASE_NAME, holder: "somebody", nowMs: 1_000 };

describe("resetStores", () => {
  it("refuses while an indexer holds the lease, and deletes once it has ended", async () => {
    const stores = testStores(join(folder, "held"));
    const path = stores.whereIs("primary");
    const store = await stores.open("primary", { mode: "write", nowMs: 1_000 });
    const lease = await takeLease(store.db, CLAIM);
    await expect(resetStores(stores)).rejects.toThrow(/an indexer writes/);
    expect(existsSync(path)).toBe(true);
    await lease.release();
    await store.close();
    expect(await resetStores(stores)).toEqual([`deleted ${path}`]);
    expect(existsSync(path)).toBe(false);
    expect(await resetStores(stores)).toEqual([`there is no store at ${path}`]);
  });

  it("leaves every store whole while the indexer of one EVM chain writes", async () => {
    const stores = testStores(join(folder, "chains"));
    await (await stores.open("primary", { mode: "write", nowMs: 1_000 })).close();
    const store = await stores.open("evm/43114", { mode: "write", nowMs: 1_000 });
    const lease = await takeLease(store.db, CLAIM);
    const paths = [stores.whereIs("primary"), stores.whereIs("evm/43114")];
    await expect(resetStores(stores)).rejects.toThrow(/an indexer writes .*43114/);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
    await lease.release();
    await store.close();
    expect(await resetStores(stores)).toEqual(paths.map((path) => `deleted ${path}`));
  });

  it("deletes what is no store any more", async () => {
    const stores = testStores(folder);
    const path = stores.whereIs("primary");
    writeFileSync(path, "this is not a database, however long it may be".repeat(100));
    // What a killed `firn reproject` leaves behind.
    writeFileSync(`${path}.scratch`, "rows");
    expect(await resetStores(stores)).toEqual([`deleted ${path}`]);
    expect(existsSync(`${path}.scratch`)).toBe(false);
  });
});
