import { existsSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { EvmStoreId, IndexedStoreId, StoreId } from "../stores";

/** Folder in the data folder with a store per EVM chain, and messages between processes about those chains. */
export const EVM_FOLDER = "evm";
/** Folder of archives, with a folder per date: stores of other networks. */
export const ARCHIVE_FOLDER = "set-aside";

const SUFFIX = ".db";
/** Suffixes of the files that the engine keeps beside a database. */
export const COMPANIONS = ["-wal", "-shm"] as const;

/** The file of a store, relative to the data folder: `primary.db`, `evm/43114.db`, `operator.db`, `webhooks.db`, `observed.db`,
 * `usage.db`. */
export function fileOfStore(id: StoreId): string {
  return `${id}${SUFFIX}`;
}

/** The file of a store within a folder of the archive. */
export function archivedFile(id: IndexedStoreId): string {
  return `${id.replace("/", "-")}${SUFFIX}`;
}

/** Files of a data folder by kind. Paths are relative to it, with slashes. */
export const STORE_FILES = {
  indexed: /^(primary|evm\/\d+)\.db(-wal|-shm|-journal)?$/,
  operator: /^operator\.db$/,
  webhooks: /^webhooks\.db(-wal|-shm|-journal)?$/,
  observed: /^observed\.db(-wal|-shm|-journal)?$/,
  usage: /^usage\.db(-wal|-shm|-journal)?$/,
  operatorCompanions: /^operator\.db(-wal|-shm|-journal)$/,
  archived: /^set-aside\/.*\.db$/,
  archivedCompanions: /^set-aside\/.*\.db(-wal|-shm|-journal)$/,
  locks: /^(primary|webhooks|evm\/\d+)\.db\.lock$/,
  scratch: /^(verify-\d+\.db|(primary|evm\/\d+)\.db\.scratch)(-wal|-shm|-journal)?$/,
};

/** Stores with their companions, and URLs of chains: files that only the owner may read. */
export const PRIVATE_FILE = /\.db(-wal|-shm|-journal)?$|[/\\]chains\.json$/;

export function listStoreFiles(folder: string): IndexedStoreId[] {
  const chains = namesIn(join(folder, EVM_FOLDER))
    .flatMap((name) => /^(\d+)\.db$/.exec(name)?.[1] ?? [])
    .sort((a, b) => Number(a) - Number(b));
  const primary = existsSync(join(folder, fileOfStore("primary"))) ? (["primary"] as const) : [];
  return [...primary, ...chains.map((id): EvmStoreId => `${EVM_FOLDER}/${id}`)];
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** A scratch store of `firn verify`. Several may run at once. */
export function verifyFile(processId: number): string {
  return `verify-${processId}${SUFFIX}`;
}

/** Deletes the scratch stores of killed `firn verify` runs: each is as large as a store's rows. */
export function removeLeftScratch(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, pid] = /^verify-(\d+)\.db(-wal|-shm|-journal)?$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // another user's process is running too
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Deletes a database with its companions. */
export async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ["", ...COMPANIONS]) await rm(`${path}${suffix}`, { force: true });
}
