import { existsSync, mkdirSync, statSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError, StoreError } from "../../errors";
import { deleteRegistry, readRegistry, writeRegistry } from "../bookkeeping/chain-registry";
import { readFoundDamage, writeFoundDamage } from "../bookkeeping/found-damage";
import { readKnownNodes, writeKnownNodes } from "../bookkeeping/known-nodes";
import { readVerification, writeVerification } from "../bookkeeping/verification";
import { openMailbox } from "../nfts/asked-nfts";
import type { OpenOptions, Store, StoreId, Stores, TablesOf } from "../stores";
import { setAside, takeBack } from "./archive";
import { backUp } from "./back-up";
import { findDamage } from "./files";
import {
  ARCHIVE_FOLDER,
  archivedFile,
  COMPANIONS,
  EVM_FOLDER,
  fileOfStore,
  listStoreFiles,
  namesIn,
  removeDatabase,
  removeLeftScratch,
  verifyFile,
} from "./layout";
import { openFile } from "./open";
import { FileReader } from "./reader";
import { openScratch } from "./scratch";
import { holdStore } from "./store-lock";

/** The stores of a data folder, one file each. */
export function openFolder(folder: string): Stores {
  const fileOf = (id: StoreId) => join(folder, fileOfStore(id));
  const archived = join(folder, ARCHIVE_FOLDER);
  const chains = join(folder, EVM_FOLDER);

  const open = async <Id extends StoreId>(id: Id, options: OpenOptions): Promise<Store<TablesOf<Id>>> => {
    const path = fileOf(id);
    if (options.mode === "write") mkdirSync(dirname(path), { recursive: true });
    else if (!existsSync(path)) throw absent();
    return openFile(id, path, options);
  };

  return {
    place: { folder },
    list: async () => listStoreFiles(folder),
    nameOf: fileOfStore,
    whereIs: fileOf,
    open,
    read: (id) => new FileReader(fileOf(id), () => open(id, { mode: "read" })),
    size: async (id) =>
      ["", COMPANIONS[0]]
        .map((suffix) => statSync(fileOf(id) + suffix, { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size, 0),
    servers: async () => [],
    async move() {
      throw new ConfigError("CONFIG_INVALID", "the stores are files on this machine", {
        hint: "with FIRN_DATABASE_URL a database keeps them, on several servers if it has them: docs/scale.md",
      });
    },
    findDamage: async (of) => findDamage(typeof of === "string" ? fileOf(of) : of.name),
    scratch(use, nowMs) {
      if (use === "rebuild") return openScratch(`${fileOf("primary")}.scratch`, nowMs);
      removeLeftScratch(folder);
      return openScratch(join(folder, verifyFile(process.pid)), nowMs);
    },
    // A database without a name belongs to this process and ends with it.
    scratchChain: () => openFile("evm/0", "", { mode: "scratch", nowMs: 0 }),
    async archive(id, db, { claim, nowMs }) {
      const date = new Date(nowMs).toISOString().replaceAll(":", "-");
      const file = join(archived, date, archivedFile(id));
      await setAside(db, file, claim);
      return file;
    },
    archives: async (id) =>
      namesIn(archived)
        .sort()
        .reverse()
        .map((date) => ({ id, name: join(archived, date, archivedFile(id)) }))
        .filter(({ name }) => existsSync(name)),
    openArchive: ({ id, name }, nowMs) => openFile(id, name, { mode: "write", nowMs }),
    async restore({ id, name }, db, { claim, nowMs }) {
      // Migrates it.
      await (await openFile(id, name, { mode: "write", nowMs })).close();
      await takeBack(db, name, claim);
      await removeDatabase(name);
      // The folder may hold other archives.
      await rmdir(dirname(name)).catch(() => undefined);
    },
    backUp: (to, onStore) => backUp(folder, to, onStore),
    async reset() {
      const ids = listStoreFiles(folder);
      await deleteStores(ids.map(fileOf));
      deleteRegistry(chains);
      await writeVerification(folder, undefined);
      return ids;
    },
    readRegistry: async () => readRegistry(chains),
    writeRegistry: async (entries) => writeRegistry(chains, entries),
    readFoundDamage: async () => readFoundDamage(folder),
    writeFoundDamage: async (found) => writeFoundDamage(folder, found),
    readVerification: async () => readVerification(folder),
    writeVerification: (verification) => writeVerification(folder, verification),
    readKnownNodes: async () => readKnownNodes(folder),
    writeKnownNodes: async (nodes) => writeKnownNodes(folder, nodes),
    mailbox: (chainId) => openMailbox(join(chains, "asked", chainId)),
  };
}

function absent(): StoreError {
  return new StoreError("STORE_ABSENT", "nothing is indexed yet", {
    hint: "the indexer fills the store as soon as the node answers",
  });
}

/** Deletes the databases at `paths`: all of them, or none. */
async function deleteStores(paths: readonly string[]): Promise<void> {
  const releases: (() => void)[] = [];
  try {
    for (const path of paths) {
      const release = holdStore(path);
      if (release === undefined) {
        throw new ConfigError("LEASE_HELD", `an indexer writes ${path}`, {
          hint: "stop Firn, then reset it",
        });
      }
      releases.push(release);
    }
    for (const path of paths) {
      await removeDatabase(path);
      await rm(`${path}.scratch`, { force: true });
    }
  } finally {
    for (const release of releases) release();
  }
}
