import { createHash, randomUUID } from "node:crypto";
import { basename, dirname } from "node:path";
import { type FileOptions, openEvmStore, openStore } from "../store/open";
import { openStores } from "../store/open-stores";
import type { EvmStore, Store, Stores } from "../store/stores";

/** URL of a PostgreSQL server for tests, which `npm test` starts; undefined without one. */
const SERVER = process.env.FIRN_TEST_POSTGRES;

/** Keeps the stores of tests: SQLite, but in the second run of `npm test`. */
export const TEST_ENGINE = process.env.FIRN_TEST_ENGINE === "postgres" ? "postgres" : "sqlite";

/** Whether tests can use both engines. */
export const HAS_SERVER = SERVER !== undefined;

/** The stores of a folder: files in it, or a database that has its name from it. */
export function testStores(folder: string, engine: "sqlite" | "postgres" = TEST_ENGINE): Stores {
  return openStores({ folder, database: engine === "postgres" ? databaseOf(folder) : undefined });
}

function databaseOf(folder: string): { url: string } {
  if (SERVER === undefined) throw new Error("FIRN_TEST_POSTGRES names no server");
  // a store in memory is another one each time
  const key = folder === ":memory:" ? randomUUID() : folder;
  const name = createHash("sha256").update(key).digest("hex").slice(0, 16);
  const url = new URL(SERVER);
  url.pathname = `/firn_${name}`;
  return { url: url.href };
}

/** The primary store at the path of a file, or in a database that has its name from it. */
export function openPrimary(path: string, options: FileOptions): Promise<Store> {
  if (TEST_ENGINE === "sqlite") return openStore(path, options);
  const folder = basename(path) === "primary.db" ? dirname(path) : path;
  return testStores(folder).open("primary", options as Parameters<Stores["open"]>[1]);
}

/** The store of an EVM chain at the path of a file, likewise. */
export function openChain(path: string, options: FileOptions): Promise<EvmStore> {
  if (TEST_ENGINE === "sqlite") return openEvmStore(path, options);
  return testStores(path).open("evm/0", options as Parameters<Stores["open"]>[1]);
}
