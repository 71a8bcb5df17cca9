import { ARCHIVE_FOLDER, EVM_FOLDER } from "./sqlite/layout";
import { openFolder } from "./sqlite/stores";
import type { Stores } from "./stores";

/** The stores at `place`: files of a data folder, which may not be there yet. Opens nothing. */
export function openStores(place: string): Stores {
  return openFolder(place);
}

/** Folders of a data folder in which stores are, besides itself. */
export const STORE_FOLDERS = [EVM_FOLDER, ARCHIVE_FOLDER];

export { PRIVATE_FILE, STORE_FILES } from "./sqlite/layout";
