import { openDatabase } from "./postgres/stores";
import { ARCHIVE_FOLDER, EVM_FOLDER } from "./sqlite/layout";
import { openFolder } from "./sqlite/stores";
import type { Stores, StoresPlace } from "./stores";

/** The stores at a place. Opens nothing. */
export function openStores({ folder, database }: StoresPlace): Stores {
  return database === undefined ? openFolder(folder) : openDatabase({ folder, database });
}

/** Folders of a data folder that hold stores, besides itself. */
export const STORE_FOLDERS = [EVM_FOLDER, ARCHIVE_FOLDER];

export { PRIVATE_FILE, STORE_FILES } from "./sqlite/layout";
