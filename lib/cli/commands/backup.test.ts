import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { openStores } from "../../store/open-stores";
import type { CopiedStore } from "../../store/stores";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { HAS_SERVER, testStores } from "../../testbed/test-stores";
import { run as runBackup } from "./backup";
import { run as runRestore } from "./restore";
import { runVerify } from "./run-verify";

let firn: IndexedRecording;
const folder = mkdtempSync(join(tmpdir(), "firn-backup-"));
const path = (name: string) => join(folder, name);
beforeAll(async () => {
  firn = await indexRecording("custom-network", { acceptance: "manual", engine: "sqlite" });
  await firn.accept(20);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await firn.close();
  rmSync(folder, { recursive: true });
});

const envOf = (dataDir: string) => ({ ...process.env, FIRN_DATA_DIR: dataDir });
const back = (to: string) => runBackup([path(to)], envOf(firn.stores.place.folder));
const verified = async (data: string) =>
  (await runVerify({ stores: openStores({ folder: path(data) }), nodeUrl: firn.nodeUrl })).lines.at(-1);
/** Height of the P-Chain's stored head. */
async function headIn(folder: string): Promise<number> {
  const store = await openStores({ folder }).open("primary", { mode: "read" });
  const head = await readCheckpoint(store.db, "P/block");
  await store.close();
  return head?.height ?? 0;
}

it("copies stores as they are while an indexer writes them, and what is restored passes every check", async () => {
  const abi = "contracts/abis/1/0xab.json";
  mkdirSync(join(firn.stores.place.folder, dirname(abi)), { recursive: true });
  writeFileSync(join(firn.stores.place.folder, abi), "[]");
  await back("first");
  expect(await headIn(path("first"))).toBe(20);
  expect(await verified("first")).toMatch(/ checks, 0 differences, 0 not checked$/);
  await firn.accept(5);
  expect(await headIn(path("first"))).toBe(20);
  await runRestore([path("first")], envOf(path("restored")));
  expect(await headIn(path("restored"))).toBe(20);
  expect(readFileSync(join(path("restored"), abi), "utf8")).toBe("[]");
  // The node has newer blocks by now.
  expect(await verified("restored")).toMatch(/ checks, 0 differences, \d+ not checked$/);
  expect(statSync(path("restored/primary.db")).mode & 0o777).toBe(0o600);
});

it("goes on with the missing stores after an interruption, and takes nothing half for whole", async () => {
  const stores = testStores(firn.stores.place.folder, "sqlite");
  await (await stores.open("evm/7", { mode: "write", nowMs: 0 })).close();
  const interrupt = ({ file }: CopiedStore) => {
    if (file.endsWith("primary.db")) throw new Error("interrupted");
  };
  await expect(stores.backUp(path("half"), interrupt)).rejects.toThrow("interrupted");
  expect(existsSync(path("half/evm/7.db"))).toBe(false);
  writeFileSync(path("half/evm/7.db.new"), "half of a store");
  await firn.accept(5);
  const copied: string[] = [];
  await stores.backUp(path("half"), ({ file, isNew }) => copied.push(`${file} ${isNew}`));
  expect(copied).toEqual([`${path("half/primary.db")} false`, `${path("half/evm/7.db")} true`]);
  expect(await headIn(path("half"))).toBe(25);
  expect(existsSync(path("half/evm/7.db.new"))).toBe(false);
  rmSync(stores.whereIs("evm/7"));
});

it("mixes no stores of different origin, and says what to do", async () => {
  await expect(back("first")).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: /has stores already/,
  });
  const stores = openStores({ folder: path("first") });
  const end = () => {
    throw new Error("interrupted");
  };
  await expect(stores.backUp(path("other"), end)).rejects.toThrow("interrupted");
  await expect(back("other")).rejects.toThrow(/an unfinished copy of other stores/);
  await expect(runRestore([path("nothing")], envOf(path("new")))).rejects.toThrow(/has no stores/);
  await expect(runRestore([path("first")], envOf(firn.stores.place.folder))).rejects.toThrow(
    /has stores already/,
  );
  await expect(runBackup([], process.env)).rejects.toThrow("needs a folder");
  await expect(runRestore(["a", "b"], process.env)).rejects.toThrow("needs the folder of a backup");
});

it.runIf(HAS_SERVER)("leaves a database to the database's own means", async () => {
  await expect(testStores(folder, "postgres").backUp(path("none"), () => {})).rejects.toThrow(
    /in a database, which firn backup does not copy/,
  );
});
