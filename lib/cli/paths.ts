import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { OPERATOR_KEY_FILE } from "../client/operator";
import type { Config } from "../config";
import { ConfigError } from "../errors";
import { openStores, STORE_FOLDERS } from "../store/open-stores";
import type { Stores } from "../store/stores";
import { keepFolderToOwner } from "./own-folder";

/** Where things are kept below the data folder. */
export function dataPaths(config: Config): Record<"logs" | "devnet" | "images" | "operatorKey", string> {
  const data = resolve(config.dataDir);
  return {
    logs: join(data, "logs"),
    devnet: join(data, "devnet"),
    images: join(data, "images"),
    operatorKey: join(data, OPERATOR_KEY_FILE),
  };
}

/** The stores of this Firn; they may not be there yet. */
export function storesOf(config: Config): Stores {
  return openStores(resolve(config.dataDir));
}

/**
 * Makes the data folder with its logs, unless it is there, and has it and what holds keys in it readable by this user alone,
 * whatever an earlier Firn or the umask made of it.
 * @throws ConfigError CONFIG_INVALID when it can't be made
 */
export function makeDataFolder(config: Config): void {
  const { logs } = dataPaths(config);
  const data = resolve(config.dataDir);
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    keepFolderToOwner(
      data,
      STORE_FOLDERS.map((name) => join(data, name)),
    );
    mkdirSync(logs, { recursive: true });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new ConfigError(
      "CONFIG_INVALID",
      `FIRN_DATA_DIR is "${config.dataDir}": ${logs} can't be made (${code})`,
      {
        hint: "set FIRN_DATA_DIR to a folder that this user may write",
        cause,
      },
    );
  }
}
