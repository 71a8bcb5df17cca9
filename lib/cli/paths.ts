import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { OPERATOR_KEY_FILE } from "../client/operator";
import type { Config } from "../config";
import { ConfigError } from "../errors";
import { openStores, STORE_FOLDERS } from "../store/open-stores";
import type { Stores, StoresPlace } from "../store/stores";
import { restrictToOwner } from "./private-folder";

/** Paths in the data folder. */
export function dataPaths(
  config: Config,
): Record<"logs" | "devnet" | "images" | "contracts" | "exports" | "operatorKey" | "apiKey", string> {
  const data = resolve(config.dataDir);
  return {
    logs: join(data, "logs"),
    devnet: join(data, "devnet"),
    images: join(data, "images"),
    contracts: join(data, "contracts"),
    exports: join(data, "exports"),
    operatorKey: join(data, OPERATOR_KEY_FILE),
    apiKey: join(data, "api.key"),
  };
}

/** What proves to the API that this Firn itself asks; undefined while none runs. */
export function readApiSecret(config: Config): string | undefined {
  const { apiKey } = dataPaths(config);
  return config.apiSecret ?? (existsSync(apiKey) ? readFileSync(apiKey, "utf8").trim() : undefined);
}

/** The database that stores are kept in; undefined for files in the data folder. */
function databaseOf({ databaseUrl, databaseReadUrl }: Config): StoresPlace["database"] {
  return databaseUrl === undefined ? undefined : { url: databaseUrl, readUrl: databaseReadUrl };
}

/** The stores of this Firn, which may not exist yet. */
export function storesOf(config: Config): Stores {
  return openStores({ folder: resolve(config.dataDir), database: databaseOf(config) });
}

/**
 * Creates the data folder and its logs folder if they are missing, and makes the data folder and its secrets readable
 * by this user only.
 * @throws ConfigError CONFIG_INVALID when it can't be created
 */
export function makeDataFolder(config: Config): void {
  const { logs } = dataPaths(config);
  const data = resolve(config.dataDir);
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    restrictToOwner(
      data,
      STORE_FOLDERS.map((name) => join(data, name)),
    );
    mkdirSync(logs, { recursive: true });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new ConfigError(
      "CONFIG_INVALID",
      `FIRN_DATA_DIR is "${config.dataDir}": ${logs} can't be created (${code})`,
      {
        hint: "set FIRN_DATA_DIR to a folder that this user may write to",
        cause,
      },
    );
  }
}
