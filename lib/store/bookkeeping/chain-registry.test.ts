import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { deleteRegistry, type RegistryEntry, readRegistry, writeRegistry } from "./chain-registry";

const folder = mkdtempSync(join(tmpdir(), "firn-registry-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("returns what was written last, and nothing before the first indexer", () => {
  expect(readRegistry(folder)).toBeUndefined();
  const entries: RegistryEntry[] = [
    { key: "C", rpcUrl: "http://node/ext/bc/C/rpc", evmChainId: "43114" },
    { key: "x", rpcUrl: "http://x", problem: { code: "NODE_TIMEOUT", message: "late", passes: true, at: 1 } },
  ];
  writeRegistry(folder, []);
  writeRegistry(folder, entries);
  expect(readRegistry(folder)).toEqual(entries);
  deleteRegistry(folder);
  expect(readRegistry(folder)).toBeUndefined();
});

it("treats a damaged file as missing", () => {
  writeRegistry(folder, []);
  for (const text of [
    "[{",
    "{}",
    "null",
    "[null]",
    '[{"key":"C"}]',
    '[{"key":"C","rpcUrl":"u","problem":null}]',
  ]) {
    writeFileSync(join(folder, "chains.json"), text);
    expect(readRegistry(folder), text).toBeUndefined();
  }
});
