import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../../config";
import { ConfigError, InputError } from "../../errors";
import { deleteRoster } from "../../store/bookkeeping/evm-roster";
import { holdStore } from "../../store/bookkeeping/lease";
import { parseOptions } from "../args";
import { dataPaths } from "../paths";

/** `firn reset --yes`: deletes the stores. Logs and what was set aside stay. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { yes: "flag" });
  const { primary, evm } = dataPaths(readConfig(env));
  if (options.yes === undefined) {
    throw new InputError("BAD_PARAMETER", `this deletes ${primary}, which is filled again from the node`, {
      hint: "stop Firn, then run firn reset --yes",
    });
  }
  for (const line of await deleteStores([primary, ...evmStores(evm)])) process.stdout.write(`${line}\n`);
  deleteRoster(evm);
}

/**
 * Deletes the stores at `paths`: all of them, or none. Nobody can begin to write one meanwhile.
 * @returns for each a line that says what was done
 * @throws ConfigError LEASE_HELD while an indexer writes one
 */
export async function deleteStores(paths: readonly string[]): Promise<string[]> {
  const held = new Map<string, () => void>();
  try {
    for (const path of paths) {
      if (!existsSync(path)) continue;
      const release = holdStore(path);
      if (release === undefined) {
        throw new ConfigError("LEASE_HELD", `an indexer writes ${path}`, {
          hint: "stop Firn, then reset it",
        });
      }
      held.set(path, release);
    }
    for (const path of held.keys()) {
      for (const suffix of ["", "-wal", "-shm", ".scratch"]) await rm(`${path}${suffix}`, { force: true });
    }
  } finally {
    for (const release of held.values()) release();
  }
  return paths.map((path) => (held.has(path) ? `deleted ${path}` : `there is no store at ${path}`));
}

/** Files of the EVM chains' stores. */
function evmStores(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith(".db")).map((name) => join(folder, name));
}
