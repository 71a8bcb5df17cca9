import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { deleteRoster, type RosterEntry, readRoster, writeRoster } from "./evm-roster";

const folder = mkdtempSync(join(tmpdir(), "firn-roster-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("returns what was written last, and nothing before the first indexer", () => {
  expect(readRoster(folder)).toBeUndefined();
  const entries: RosterEntry[] = [
    { key: "C", rpcUrl: "http://node/ext/bc/C/rpc", evmChainId: "43114" },
    { key: "x", rpcUrl: "http://x", problem: { code: "NODE_TIMEOUT", message: "late", passes: true, at: 1 } },
  ];
  writeRoster(folder, []);
  writeRoster(folder, entries);
  expect(readRoster(folder)).toEqual(entries);
  deleteRoster(folder);
  expect(readRoster(folder)).toBeUndefined();
});

it("treats a damaged file as missing", () => {
  writeRoster(folder, []);
  for (const text of [
    "[{",
    "{}",
    "null",
    "[null]",
    '[{"key":"C"}]',
    '[{"key":"C","rpcUrl":"u","problem":null}]',
  ]) {
    writeFileSync(join(folder, "chains.json"), text);
    expect(readRoster(folder), text).toBeUndefined();
  }
});
