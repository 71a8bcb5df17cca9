import { SCHEMA_VERSIONS } from "./migrate";
import type { OpenMode } from "./sqlite/engine";
import { openFile } from "./sqlite/open";
import type { Store } from "./stores";
import type { EvmTables } from "./tables/evm";

export type FileOptions = { mode: "read" } | { mode: Exclude<OpenMode, "read">; nowMs: number };

/** The primary store in a file. @throws as `Stores.open` does */
export function openStore(path: string, options: FileOptions): Promise<Store> {
  return openFile("primary", path, options);
}

/** The store of an EVM chain in a file. @throws as `Stores.open` does */
export function openEvmStore(path: string, options: FileOptions): Promise<Store<EvmTables>> {
  return openFile("evm/0", path, options);
}

/** The schema of the primary store. */
export const SCHEMA_VERSION = SCHEMA_VERSIONS.primary;
