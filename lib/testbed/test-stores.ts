import { createHash, randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import { type FileOptions, openEvmStore, openStore } from "../store/open";
import { openStores } from "../store/open-stores";
import type { EvmStore, Store, Stores } from "../store/stores";

/** A PostgreSQL server for this run of tests, which `npm test` starts for its second half: the stores are kept there. */
export const SERVER = process.env.FIRN_TEST_POSTGRES;

/** The stores of a folder: files in it, or a database that has its name from it. */
export function testStores(folder: string): Stores {
  return openStores({ folder, database: databaseOf(folder) });
}

function databaseOf(folder: string): { url: string } | undefined {
  if (SERVER === undefined) return undefined;
  // a store in memory is another one each time
  const key = folder === ":memory:" ? randomUUID() : folder;
  const name = createHash("sha256").update(key).digest("hex").slice(0, 16);
  const url = new URL(SERVER);
  url.pathname = `/firn_${name}`;
  return { url: url.href };
}

/** The primary store at the path of a file, or in a database that has its name from it. */
export function openPrimary(path: string, options: FileOptions): Promise<Store> {
  if (SERVER === undefined) return openStore(path, options);
  const folder = basename(path) === "primary.db" ? dirname(path) : path;
  return testStores(folder).open("primary", options as Parameters<Stores["open"]>[1]);
}

/** The store of an EVM chain at the path of a file, likewise. */
export function openChain(path: string, options: FileOptions): Promise<EvmStore> {
  if (SERVER === undefined) return openEvmStore(path, options);
  return testStores(path).open("evm/0", options as Parameters<Stores["open"]>[1]);
}
