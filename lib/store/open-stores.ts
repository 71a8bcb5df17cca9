import { ARCHIVE_FOLDER, EVM_FOLDER } from "./sqlite/layout";
import { openFolder } from "./sqlite/stores";
import type { Stores } from "./stores";

/** The stores at `place`: a data folder, which need not exist yet. Opens nothing. */
export function openStores(place: string): Stores {
  return openFolder(place);
}

/** Folders of a data folder that hold stores, besides itself. */
export const STORE_FOLDERS = [EVM_FOLDER, ARCHIVE_FOLDER];

export { PRIVATE_FILE, STORE_FILES } from "./sqlite/layout";
