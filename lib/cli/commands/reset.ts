import { readConfig } from "../../config";
import { InputError } from "../../errors";
import type { Stores } from "../../store/stores";
import { parseOptions } from "../args";
import { storesOf } from "../paths";

/** `firn reset --yes`: deletes the stores. Logs and what was set aside stay. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { yes: "flag" });
  const stores = storesOf(readConfig(env));
  if (options.yes === undefined) {
    const primary = stores.whereIs("primary");
    throw new InputError("BAD_PARAMETER", `this deletes ${primary}, which is filled again from the node`, {
      hint: "stop Firn, then run firn reset --yes",
    });
  }
  for (const line of await resetStores(stores)) process.stdout.write(`${line}\n`);
}

/**
 * Deletes the stores: all of them, or none.
 * @returns for each a line that says what was done
 * @throws ConfigError LEASE_HELD while an indexer writes one
 */
export async function resetStores(stores: Stores): Promise<string[]> {
  const deleted = await stores.reset();
  const missing = deleted.includes("primary") ? [] : [`there is no store at ${stores.whereIs("primary")}`];
  return [...missing, ...deleted.map((id) => `deleted ${stores.whereIs(id)}`)];
}
