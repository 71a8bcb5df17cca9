import { existsSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { EvmStoreId, IndexedStoreId, StoreId } from "../stores";

/** A folder beside the primary store holds a store per EVM chain, and what is said between processes of such chains. */
export const EVM_FOLDER = "evm";
/** A folder a date: stores of other networks. */
export const ARCHIVE_FOLDER = "set-aside";

const SUFFIX = ".db";
/** What the engine keeps beside a database. */
export const COMPANIONS = ["-wal", "-shm"] as const;

/** The file of a store, relative to the data folder: `primary.db`, `evm/43114.db`, `operator.db`. */
export function fileOfStore(id: StoreId): string {
  return `${id}${SUFFIX}`;
}

/** The file of a store in a folder of the archive. */
export function archivedFile(id: IndexedStoreId): string {
  return `${id.replace("/", "-")}${SUFFIX}`;
}

/** Files of a data folder by what they are; paths are relative to it, with slashes. */
export const STORE_FILES = {
  indexed: /^(primary|evm\/\d+)\.db(-wal|-shm|-journal)?$/,
  operator: /^operator\.db$/,
  operatorCompanions: /^operator\.db(-wal|-shm|-journal)$/,
  archived: /^set-aside\/.*\.db$/,
  archivedCompanions: /^set-aside\/.*\.db(-wal|-shm|-journal)$/,
  locks: /^(primary|evm\/\d+)\.db\.lock$/,
  scratch: /^(verify-\d+\.db|(primary|evm\/\d+)\.db\.scratch)(-wal|-shm|-journal)?$/,
};

/** Stores with their companions, and URLs of chains: what they hold is nobody else's to read. */
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

/** A scratch store of `firn verify`: several of them may run at once. */
export function verifyFile(processId: number): string {
  return `verify-${processId}${SUFFIX}`;
}

/** What killed runs of `firn verify` left: each is as large as the rows of the store. */
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
    // somebody else's process is one too
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Deletes a database with its companions. */
export async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ["", ...COMPANIONS]) await rm(`${path}${suffix}`, { force: true });
}
