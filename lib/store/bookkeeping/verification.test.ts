import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testStores } from "../../testbed/test-stores";
import { parseVerification } from "./verification";

const FOUND = { atMs: 1_800_000_000_000, checks: 12, differences: 1, notChecked: 2, first: ["rows: tx 1"] };

test("what the last check found is kept until another one ends, or the stores are deleted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-verified-"));
  const stores = testStores(folder);
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  await store.close();
  expect(await stores.readVerification()).toBeUndefined();
  await stores.writeVerification(FOUND);
  expect(await stores.readVerification()).toEqual(FOUND);
  await stores.writeVerification({ ...FOUND, differences: 0, first: [] });
  expect((await testStores(folder).readVerification())?.differences).toBe(0);
  await stores.reset();
  expect(await stores.readVerification()).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test.each(["", "null", "[]", '{"atMs":1}', JSON.stringify({ ...FOUND, first: [1] })])(
  "%j is no result",
  (text) => {
    expect(parseVerification(text)).toBeUndefined();
  },
);
