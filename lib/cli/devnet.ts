import { join } from "node:path";
import { readConfig } from "../config";
import { DIALECTS, type DialectName } from "../devnet/dialect";
import { openRecording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { InputError } from "../errors";
import { parseOptions } from "./args";
import { rootFolder } from "./paths";
import { DEFAULT_RECORDING } from "./plan";
import { runService } from "./service";

/** `firn devnet [--recording NAME|FILE] [--dialect seed|avalanchego]`: a recorded node on FIRN_DEVNET_PORT, loopback only. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { recording: "value", dialect: "value" });
  const dialect = options.dialect ?? "seed";
  if (!isDialect(dialect)) {
    throw new InputError("BAD_PARAMETER", `there is no dialect "${dialect}"`, {
      hint: `--dialect is ${Object.keys(DIALECTS).join(" or ")}`,
    });
  }
  const { devnetPort } = readConfig(env);
  await runService("devnet", async (log) => {
    const recording = await openRecording(options.recording ?? DEFAULT_RECORDING, bundledRecordings());
    return serveDevnet({ recording, port: devnetPort, dialect, log });
  });
}

/** Folder of the bundled recordings: the program is bundled elsewhere than its sources. */
export function bundledRecordings(): string {
  return join(rootFolder(), "lib/devnet/recordings");
}

function isDialect(name: string): name is DialectName {
  return Object.hasOwn(DIALECTS, name);
}
