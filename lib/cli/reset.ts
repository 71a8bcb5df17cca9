import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readConfig } from "../config";
import { ConfigError, FirnError, InputError } from "../errors";
import { LEASE_NAME } from "../indexer/start";
import { deleteRoster } from "../store/evm-roster";
import { isLeased } from "../store/lease";
import { openStore } from "../store/open";
import { EVM_FOLDER, openEvmStore } from "../store/open-evm";
import { parseOptions } from "./args";
import { dataPaths } from "./paths";

/** `firn reset --yes`: deletes the stores. Logs and what was set aside stay. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { yes: "flag" });
  const { primary, evm } = dataPaths(readConfig(env));
  if (options.yes === undefined) {
    throw new InputError("BAD_PARAMETER", `this deletes ${primary}, which is filled again from the node`, {
      hint: "stop Firn, then run firn reset --yes",
    });
  }
  for (const path of [primary, ...evmStores(evm)]) {
    process.stdout.write(`${await deleteStore(path, Date.now())}\n`);
  }
  deleteRoster(evm);
}

/**
 * Deletes the store at `path`; returns one line that says what was done.
 * @throws ConfigError LEASE_HELD while an indexer writes it
 */
export async function deleteStore(path: string, nowMs: number): Promise<string> {
  if (!existsSync(path)) return `there is no store at ${path}`;
  if (await isInUse(path, nowMs)) {
    throw new ConfigError("LEASE_HELD", `an indexer writes ${path}`, { hint: "stop Firn, then reset it" });
  }
  for (const suffix of ["", "-wal", "-shm", ".scratch"]) await rm(`${path}${suffix}`, { force: true });
  return `deleted ${path}`;
}

/** Files of the EVM chains' stores. */
function evmStores(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith(".db")).map((name) => join(folder, name));
}

/** A store that can't be read (a newer Firn's, a damaged one) is in nobody's use: deleting it is the remedy. */
async function isInUse(path: string, nowMs: number): Promise<boolean> {
  try {
    const isEvm = basename(dirname(path)) === EVM_FOLDER;
    const store = await (isEvm ? openEvmBooks(path) : openStore(path, { mode: "read" }));
    const leased = await isLeased(store.db, LEASE_NAME, nowMs);
    await store.close();
    return leased;
  } catch (error) {
    if (error instanceof FirnError) return false;
    throw error;
  }
}

async function openEvmBooks(path: string) {
  const { books, close } = await openEvmStore(path, { mode: "read" });
  return { db: books, close };
}
