import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { ConfigError } from "../../errors";
import { readRegistry, writeRegistry } from "../bookkeeping/chain-registry";
import { type CopiedStore, OWN_STORES, type StoreId } from "../stores";
import { wrapErrors } from "./errors";
import { COMPANIONS, EVM_FOLDER, fileOfStore, listStoreFiles, removeDatabase } from "./layout";
import { keepToOwner } from "./own-file";

/** While a copy is not complete, this file in its folder says of what it is one. */
const UNFINISHED = "copy-of.json.new";
/** While a store is not complete. */
const NEW = ".new";

/**
 * Copies every store of a folder into another, which then is a data folder too. Each is copied as it is at one moment, whatever
 * is written meanwhile, and appears under its name once all of it is on the disk. An interrupted copy goes on with the stores that
 * are missing.
 * @throws ConfigError CONFIG_INVALID when there is nothing to copy, no room, or when the other folder has other stores;
 * StoreError STORE_FAILED, STORE_DAMAGED
 */
export async function backUp(
  from: string,
  to: string,
  onStore: (copied: CopiedStore) => void,
): Promise<void> {
  const ids = storesIn(from);
  if (ids.length === 0)
    throw new ConfigError("CONFIG_INVALID", `${from} has no stores`, {
      hint: "name the data folder of a Firn",
    });
  begin(resolve(from), resolve(to));
  const missing = ids.filter((id) => !existsSync(join(to, fileOfStore(id))));
  expectRoom(
    to,
    missing.map((id) => sizeOf(join(from, fileOfStore(id)))),
  );
  for (const id of ids) {
    const file = join(to, fileOfStore(id));
    const isNew = missing.includes(id);
    if (isNew) await copyFile(join(from, fileOfStore(id)), file);
    onStore({ file, bytes: statSync(file).size, isNew });
  }
  const registry = readRegistry(join(from, EVM_FOLDER));
  if (registry !== undefined) writeRegistry(join(to, EVM_FOLDER), registry);
  await rm(join(to, UNFINISHED));
}

/** Makes the folder, and notes in it that it is a copy. @throws ConfigError CONFIG_INVALID */
function begin(from: string, to: string): void {
  const note = join(to, UNFINISHED);
  const begun = existsSync(note) ? readFileSync(note, "utf8") : undefined;
  if (begun !== undefined && begun !== JSON.stringify({ from }))
    throw new ConfigError("CONFIG_INVALID", `${to} has an unfinished copy of other stores: ${begun}`, {
      hint: "name another folder, or delete this one",
    });
  if (begun === undefined && storesIn(to).length > 0)
    throw new ConfigError("CONFIG_INVALID", `${to} has stores already`, {
      hint: "name a folder that is empty, or does not exist yet",
    });
  try {
    mkdirSync(join(to, EVM_FOLDER), { recursive: true, mode: 0o700 });
    writeFileSync(note, JSON.stringify({ from }), { mode: 0o600 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigError("CONFIG_INVALID", `${to} can't be written (${code})`, {
      hint: "name a folder that this user may write",
      cause,
    });
  }
}

/** All of a folder, those that no node fills again too. */
function storesIn(folder: string): StoreId[] {
  const owned = OWN_STORES.filter((id) => existsSync(join(folder, fileOfStore(id))));
  return [...listStoreFiles(folder), ...owned];
}

/** Bytes of a store with its log, which may hold most of it. */
function sizeOf(file: string): number {
  return ["", ...COMPANIONS].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** A copy is never larger than its store. @throws ConfigError CONFIG_INVALID */
function expectRoom(folder: string, sizes: readonly number[]): void {
  const needed = sizes.reduce((sum, size) => sum + size, 0);
  const { bavail, bsize } = statfsSync(folder);
  if (needed <= bavail * bsize) return;
  const mib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;
  throw new ConfigError(
    "CONFIG_INVALID",
    `${folder} has room for ${mib(bavail * bsize)}, not for ${mib(needed)}`,
    {
      hint: "make room, or name a folder on another disk",
    },
  );
}

async function copyFile(from: string, to: string): Promise<void> {
  const unfinished = `${to}${NEW}`;
  await removeDatabase(unfinished);
  keepToOwner(unfinished);
  wrapErrors(() => {
    const database = new Database(from, { readonly: true, fileMustExist: true });
    try {
      database.prepare("vacuum into ?").run(unfinished);
    } finally {
      database.close();
    }
  }, from);
  sync(unfinished);
  renameSync(unfinished, to);
  sync(dirname(to));
}

/** Waits until a file, or the names in a folder, are on the disk. */
function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
