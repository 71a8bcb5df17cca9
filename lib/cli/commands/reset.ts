import { readConfig } from "../../config";
import { InputError } from "../../errors";
import type { Stores } from "../../store/stores";
import { parseOptions } from "../args";
import { storesOf } from "../paths";

/** `firn reset --yes`: deletes the stores. Logs and archives stay. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { yes: "flag" });
  const stores = storesOf(readConfig(env));
  if (options.yes === undefined) {
    const primary = stores.whereIs("primary");
    throw new InputError("BAD_PARAMETER", `this deletes ${primary}; Firn then indexes again from the node`, {
      hint: "stop Firn, then run firn reset --yes",
    });
  }
  for (const line of await resetStores(stores)) process.stdout.write(`${line}\n`);
}

/**
 * Deletes all stores or none.
 * @returns one line for each store
 * @throws ConfigError LEASE_HELD while an indexer writes one
 */
export async function resetStores(stores: Stores): Promise<string[]> {
  const deleted = await stores.reset();
  const missing = deleted.includes("primary") ? [] : [`there is no store at ${stores.whereIs("primary")}`];
  return [...missing, ...deleted.map((id) => `deleted ${stores.whereIs(id)}`)];
}
