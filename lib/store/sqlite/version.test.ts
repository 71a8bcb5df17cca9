import { renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshPath } from "../../testbed/engines";
import { testStores } from "../../testbed/test-stores";
import { writeNetwork } from "../bookkeeping/network";
import { newPageTokenKey } from "../bookkeeping/page-token-key";
import { FileVersion } from "./version";

test("a store's version changes with each commit, and with a file that takes its place", async () => {
  const stores = testStores(dirname(freshPath()));
  const path = stores.whereIs("primary");
  const version = new FileVersion(path);
  onTestFinished(() => version.close());
  expect(version.read()).toBeUndefined();
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  const seen = [version.read()];
  expect(seen[0]).toBeDefined();
  expect(version.read()).toBe(seen[0]);
  const write = () =>
    writeNetwork(store.db, { networkId: "54321", hrp: "custom", pageTokenKey: newPageTokenKey() });
  await write();
  seen.push(version.read());
  expect(version.read()).toBe(seen[1]);
  await write();
  seen.push(version.read());
  await store.close();

  renameSync(path, `${path}.old`);
  expect(version.read()).toBeUndefined();
  const next = await stores.open("primary", { mode: "write", nowMs: 0 });
  seen.push(version.read());
  await next.close();
  writeFileSync(`${path}.new`, "not a database".repeat(1_000));
  renameSync(`${path}.new`, path);
  seen.push(version.read());
  expect(new Set(seen).size).toBe(5);
});
