import { cpSync, existsSync } from "node:fs";
import { resolve } from "node:path";
import { readConfig } from "../../config";
import { InputError } from "../../errors";
import type { CopiedStore } from "../../store/stores";
import { parseArgs } from "../args";
import { dataPaths, storesOf } from "../paths";

export const usage = `firn backup TO

Copies all stores to the folder TO, while Firn runs. Each is copied as it is at one moment. An interrupted copy goes on when it is
run again. TO is a data folder then: firn restore TO brings it back, and FIRN_DATA_DIR=TO firn verify checks it. ABIs and sources that
were sent to Firn are copied too. Logs, images and API keys are not, nor stores that were set aside.
`;

/** `firn backup TO`: see `usage`. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [to, ...more] = parseArgs(args, {}).rest;
  if (to === undefined || more.length > 0)
    throw new InputError("BAD_PARAMETER", "firn backup needs a folder to copy to", {
      hint: "write firn backup TO",
    });
  const config = readConfig(env);
  await storesOf(config).backUp(resolve(to), writeCopied);
  copyContracts(dataPaths(config).contracts, dataPaths({ ...config, dataDir: to }).contracts);
  process.stdout.write(`all stores are in ${resolve(to)}\n`);
}

/** Copies ABIs and sources that were sent to Firn, if there are any. Each file is whole at any moment. */
export function copyContracts(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

/** Says which store is there now. */
export function writeCopied({ file, bytes, isNew }: CopiedStore): void {
  const size = `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  process.stdout.write(`${file}: ${size}${isNew ? "" : ", copied before"}\n`);
}
