import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../config";
import { copyDatabase } from "../store/sqlite/files";
import { makeDataFolder, storesOf } from "./paths";

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "firn-paths-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The usual umask, and the widest: what Firn makes does not depend on it. */
function withUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => void process.umask(before));
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

it.each([0o022, 0])("keeps the data folder and every store to this user under umask %o", async (mask) => {
  withUmask(mask);
  const config = readConfig({ FIRN_DATA_DIR: join(freshFolder(), "new", "data") });
  makeDataFolder(config);
  const stores = storesOf(config);
  expect(modeOf(config.dataDir)).toBe(0o700);
  const ids = ["primary", "evm/43114", "operator"] as const;
  const [store, ...others] = await Promise.all(ids.map((id) => stores.open(id, { mode: "write", nowMs: 0 })));
  const copy = join(config.dataDir, "set-aside", "today", "primary.db");
  mkdirSync(dirname(copy), { recursive: true });
  if (store) await copyDatabase(store.db, copy);
  const files = ids.map((id) => stores.whereIs(id)).flatMap((path) => [path, `${path}-wal`, `${path}-shm`]);
  for (const path of [...files, copy]) expect(modeOf(path), path).toBe(0o600);
  await Promise.all([store, ...others].map((each) => each?.close()));
});

it("takes what an earlier Firn made away from others, and leaves what is not Firn's as it is", () => {
  withUmask(0o022);
  const data = freshFolder();
  chmodSync(data, 0o755);
  for (const folder of ["logs", "evm", "set-aside/2026-01-01"])
    mkdirSync(join(data, folder), { recursive: true });
  const withKeys = [
    "primary.db",
    "primary.db-wal",
    "primary.db-shm",
    "operator.db",
    "operator.key",
    "evm/43114.db",
    "evm/43114.db-wal",
    "evm/chains.json",
    "set-aside/2026-01-01/primary.db",
  ];
  for (const name of [...withKeys, "labels.json"]) writeFileSync(join(data, name), "");
  makeDataFolder(readConfig({ FIRN_DATA_DIR: data }));
  expect(modeOf(data)).toBe(0o700);
  for (const name of withKeys) expect(modeOf(join(data, name)), name).toBe(0o600);
  expect(modeOf(join(data, "labels.json"))).toBe(0o644);
});

it("does not shut others out of a folder that is not Firn's own", () => {
  withUmask(0o022);
  for (const [mode, entries] of [
    [0o755, ["somebody's"]],
    [0o1777, ["primary.db"]],
  ] as const) {
    const data = freshFolder();
    for (const name of entries) writeFileSync(join(data, name), "");
    chmodSync(data, mode);
    makeDataFolder(readConfig({ FIRN_DATA_DIR: data }));
    expect(statSync(data).mode & 0o7777).toBe(mode);
    expect(readdirSync(data)).toContain("logs");
  }
});
