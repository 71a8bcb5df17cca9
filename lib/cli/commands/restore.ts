import { resolve } from "node:path";
import { asTyped } from "../../command-names";
import { readConfig } from "../../config";
import { ConfigError, InputError } from "../../errors";
import { openStores } from "../../store/open-stores";
import { parseArgs } from "../args";
import { dataPaths, makeDataFolder } from "../paths";
import { copyContracts, writeCopied } from "./backup";

export const usage = `firn restore FROM

Copies the stores in the folder FROM, which firn backup has made, to FIRN_DATA_DIR, which must have none. An interrupted copy goes
on when it is run again. Start Firn afterwards: it goes on where the backup ends. firn verify checks what was restored.
`;

/** `firn restore FROM`: see `usage`. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [from, ...more] = parseArgs(args, {}).rest;
  if (from === undefined || more.length > 0)
    throw new InputError("BAD_PARAMETER", "firn restore needs the folder of a backup", {
      hint: "write firn restore FROM",
    });
  const config = readConfig(env);
  if (config.databaseUrl !== undefined)
    throw new ConfigError("CONFIG_INVALID", "a backup is of files, and FIRN_DATABASE_URL is set", {
      hint: "unset it, restore, and copy the stores with firn copy files database",
    });
  makeDataFolder(config);
  await openStores({ folder: resolve(from) }).backUp(resolve(config.dataDir), writeCopied);
  copyContracts(dataPaths({ ...config, dataDir: from }).contracts, dataPaths(config).contracts);
  process.stdout.write(asTyped("all stores are back: start Firn, and run firn verify\n"));
}
