import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LEASE_NAME } from "../../indexer/lease";
import { takeLease } from "../../store/bookkeeping/lease";
import { openStore } from "../../store/open";
import { EVM_FOLDER, openEvmStore } from "../../store/open-evm";
import { deleteStores } from "./reset";

const folder = mkdtempSync(join(tmpdir(), "firn-reset-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CLAIM = { name: LEASE_NAME, holder: "somebody", nowMs: 1_000 };

describe("deleteStores", () => {
  it("refuses while an indexer holds the lease, and deletes once it has ended", async () => {
    const path = join(folder, "held.db");
    const store = await openStore(path, { mode: "write", nowMs: 1_000 });
    const lease = await takeLease(store.db, CLAIM);
    await expect(deleteStores([path])).rejects.toThrow(/an indexer writes/);
    expect(existsSync(path)).toBe(true);
    await lease.release();
    await store.close();
    expect(await deleteStores([path])).toEqual([`deleted ${path}`]);
    expect(existsSync(path)).toBe(false);
    expect(await deleteStores([path])).toEqual([`there is no store at ${path}`]);
  });

  it("leaves every store whole while the indexer of one EVM chain writes", async () => {
    const folders = { primary: join(folder, "primary.db"), evm: join(folder, EVM_FOLDER, "43114.db") };
    mkdirSync(join(folder, EVM_FOLDER));
    await (await openStore(folders.primary, { mode: "write", nowMs: 1_000 })).close();
    const store = await openEvmStore(folders.evm, { mode: "write", nowMs: 1_000 });
    const lease = await takeLease(store.db, CLAIM);
    const paths = Object.values(folders);
    await expect(deleteStores(paths)).rejects.toThrow(/an indexer writes .*43114/);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true]);
    await lease.release();
    await store.close();
    expect(await deleteStores(paths)).toEqual(paths.map((path) => `deleted ${path}`));
  });

  it("deletes what is no store any more", async () => {
    const path = join(folder, "damaged.db");
    writeFileSync(path, "this is not a database, however long it may be".repeat(100));
    // What a killed `firn reproject` leaves behind.
    writeFileSync(`${path}.scratch`, "rows");
    expect(await deleteStores([path])).toEqual([`deleted ${path}`]);
    expect(existsSync(`${path}.scratch`)).toBe(false);
  });
});
