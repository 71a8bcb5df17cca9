import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { readConfig } from "../config";
import { InputError } from "../errors";
import { parseArgs } from "./args";
import { dataPaths } from "./paths";

/** `firn reset --yes`: deletes the stores. Logs and what was set aside stay. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { options } = parseArgs(args, { yes: "flag" });
  const { primary } = dataPaths(readConfig(env));
  if (options.yes === undefined) {
    throw new InputError("BAD_PARAMETER", `this deletes ${primary}, which is filled again from the node`, {
      hint: "stop Firn, then run firn reset --yes",
    });
  }
  const found = existsSync(primary);
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${primary}${suffix}`, { force: true });
  process.stdout.write(found ? `deleted ${primary}\n` : `there is no store at ${primary}\n`);
}
