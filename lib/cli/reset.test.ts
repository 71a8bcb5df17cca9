import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LEASE_NAME } from "../indexer/start";
import { LEASE_MS, takeLease } from "../store/lease";
import { openStore } from "../store/open";
import { EVM_FOLDER, openEvmStore } from "../store/open-evm";
import { deleteStore } from "./reset";

const folder = mkdtempSync(join(tmpdir(), "firn-reset-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("deleteStore", () => {
  it("refuses while an indexer holds the lease, and deletes once it has ended", async () => {
    const path = join(folder, "held.db");
    const store = await openStore(path, { mode: "write", nowMs: 1_000 });
    await takeLease(store.db, { name: LEASE_NAME, holder: "somebody", nowMs: 1_000 });
    await store.close();
    await expect(deleteStore(path, 1_001)).rejects.toThrow(/an indexer writes/);
    expect(existsSync(path)).toBe(true);
    expect(await deleteStore(path, 1_001 + LEASE_MS)).toBe(`deleted ${path}`);
    expect(existsSync(path)).toBe(false);
    expect(await deleteStore(path, 0)).toBe(`there is no store at ${path}`);
  });

  it("leaves the store of an EVM chain to its indexer as well", async () => {
    const path = join(folder, EVM_FOLDER, "43114.db");
    mkdirSync(join(folder, EVM_FOLDER));
    const store = await openEvmStore(path, { mode: "write", nowMs: 1_000 });
    await takeLease(store.books, { name: LEASE_NAME, holder: "somebody", nowMs: 1_000 });
    await store.close();
    await expect(deleteStore(path, 1_001)).rejects.toThrow(/an indexer writes/);
    expect(await deleteStore(path, 1_001 + LEASE_MS)).toBe(`deleted ${path}`);
  });

  it("deletes what is no store any more", async () => {
    const path = join(folder, "damaged.db");
    writeFileSync(path, "this is not a database, however long it may be".repeat(100));
    // What a killed `firn reproject` leaves behind.
    writeFileSync(`${path}.scratch`, "rows");
    expect(await deleteStore(path, 0)).toBe(`deleted ${path}`);
    expect(existsSync(`${path}.scratch`)).toBe(false);
  });
});
