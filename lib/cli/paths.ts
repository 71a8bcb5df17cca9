import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../config";

/** Root folder of this Firn: the nearest folder above this file that has a package.json. */
export function rootFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** Where things are kept below the data folder. */
export function dataPaths(config: Config): { logs: string; primary: string; setAside: string } {
  const data = resolve(config.dataDir);
  return { logs: join(data, "logs"), primary: join(data, "primary.db"), setAside: join(data, "set-aside") };
}
