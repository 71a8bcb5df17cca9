import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Store } from "../store/stores";
import { POSTGRES } from "./postgres";
import { SQLITE } from "./sqlite";
import type { TestEngine } from "./test-engine";
import { openPrimary, TEST_ENGINE } from "./test-stores";

/** The engine of stores that tests make by path. */
export const ENGINE = TEST_ENGINE === "sqlite" ? SQLITE : POSTGRES;

/** Engines that every store test runs on: `describe.each(ENGINES)("… on $name", …)`. */
export const ENGINES: readonly TestEngine[] = [ENGINE];

/** A path for a store in a folder that is removed after the test. */
export function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "firn-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "primary.db");
}

/** A new, migrated store that is closed after the test. */
export async function freshStore(path: string = freshPath()): Promise<Store> {
  const store = await openPrimary(path, { mode: "write", nowMs: 0 });
  onTestFinished(() => store.close());
  return store;
}
