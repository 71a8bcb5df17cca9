import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { testStores } from "../testbed/test-stores";

/** The engine's number for it: every commit waits for the disk. */
const FULL = 2;

it("waits for the disk at every commit: what the audit says before the node is asked outlives a power cut", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-operator-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await testStores(folder).open("operator", { mode: "write", nowMs: 0 });
  onTestFinished(() => store.close());
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db);
  expect(rows).toEqual([{ synchronous: FULL }]);
});
