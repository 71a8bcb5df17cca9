import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SILENT } from "../../log";
import type { Stores } from "../../store/stores";
import { testStores } from "../../testbed/test-stores";
import { searchStores, watchForDamage } from "./damage-watch";

let folder: string;
let stores: Stores;
let script: URL;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "firn-damage-"));
  const outfile = join(import.meta.dirname, `../../../node_modules/.damage-search-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "damage-search.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  script = new URL(`file://${outfile}`);
  stores = testStores(folder);
  await (await stores.open("primary", { mode: "write", nowMs: 0 })).close();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(script);
});

it("finds nothing in a store that is whole, and names the file of one with damaged pages, at once and each week, until it is whole again", async () => {
  const said: string[] = [];
  const log = { ...SILENT, error: (text: string) => said.push(text) };
  const search = () =>
    searchStores({ stores, log, script, sleep: async () => {}, signal: new AbortController().signal });
  expect(await search()).toEqual([]);
  expect(await stores.readFoundDamage()).toEqual([]);
  const path = join(folder, "primary.db");
  const file = openSync(path, "r+");
  for (let at = 8_192; at < statSync(path).size; at += 8_192)
    writeSync(file, new Uint8Array(64).fill(255), 0, 64, at);
  closeSync(file);
  const found = await search();
  expect(found.map((each) => each.file)).toEqual(["primary.db"]);
  expect(found[0]?.faults.length).toBeGreaterThan(0);
  expect(said[0]).toMatch(/^primary\.db is damaged: /);
  expect(await stores.readFoundDamage()).toEqual(found);
  said.length = 0;
  const pauses: number[] = [];
  const stop = new AbortController();
  const sleep = async (ms: number) => {
    pauses.push(ms);
    if (pauses.length === 2) stop.abort();
  };
  await watchForDamage({ stores, log, script, sleep, signal: stop.signal });
  const WEEK_MS = 604_800_000;
  expect({ searches: said.length, pauses }).toEqual({ searches: 2, pauses: [WEEK_MS, WEEK_MS] });
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
  expect(await search()).toEqual([]);
  expect(await stores.readFoundDamage()).toEqual([]);
});
