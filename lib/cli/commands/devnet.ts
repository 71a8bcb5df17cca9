import { join } from "node:path";
import { readConfig } from "../../config";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { ConfigError, FirnError } from "../../errors";
import { rootFolder } from "../../root-folder";
import { takeLock } from "../../store/lock";
import { parseOptions } from "../args";
import { dataPaths } from "../paths";
import { runService } from "../service";
import { DEVNET_OPTIONS, devnetHelp, readDevnetFlags } from "./devnet-flags";

/**
 * `firn devnet`: serves a recorded node on loopback; `firn devnet --help` lists the flags. Like AvalancheGo, it ends
 * with code 0 after refusing to let an index become incomplete.
 */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, DEVNET_OPTIONS);
  if (options.help !== undefined) return void process.stdout.write(devnetHelp());
  const config = readConfig(env);
  const {
    recording,
    port = config.devnetPort,
    dataDir = dataPaths(config).devnet,
    ...flags
  } = readDevnetFlags(options);
  try {
    await runService("devnet", async (log) =>
      serveDevnet({
        ...flags,
        recording: await openRecording(recording, bundledRecordings()),
        port,
        dataDir,
        hold: (path) => takeLock(path) ?? refuseShared(dataDir),
        nowNs: wallClockNs,
        display: (line) => process.stdout.write(`${line}\n`),
        log,
      }),
    );
  } catch (error) {
    const isRefusal = error instanceof FirnError && error.code === "INDEX_INCOMPLETE";
    // Under a supervisor, the reason goes to the supervisor.
    if (!isRefusal || process.connected) throw error;
  }
}

/** Two nodes would both write what they accept, and neither could restart from it. */
function refuseShared(dataDir: string): never {
  throw new ConfigError("LEASE_HELD", `another recorded node uses ${dataDir}`, {
    hint: "stop it, or give this one a folder of its own with FIRN_DATA_DIR (--data-dir)",
  });
}

/** Folder of the bundled recordings, found from the root because the bundle is not beside its sources. */
export function bundledRecordings(): string {
  return join(rootFolder(), "lib/devnet/recordings");
}

/** Unix nanoseconds, at the process's resolution of microseconds. */
function wallClockNs(): bigint {
  return BigInt(Math.floor((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n;
}
