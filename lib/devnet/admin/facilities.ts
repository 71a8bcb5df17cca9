import { join } from "node:path";
import { getNodeVersion, getVMs } from "../../contract/node/info";
import { ConfigError } from "../../errors";
import { triedChains } from "../chains";
import type { History } from "../history";
import { openRequestMetrics, type RequestMetrics } from "../http/request-metrics";
import { type RecordedAnswers, recordedInfo } from "../recorded-answers";
import { type Loggers, openLoggers } from "./loggers";
import { openPlugins, type Plugins } from "./plugins";
import { openProfiler, type Profiler } from "./profiler";

export interface FacilitiesOptions {
  /** Holds `logs/`, `profiles/` and `configs/vms/aliases.json`. Without it nothing is written. */
  dataDir?: string | undefined;
  /** Whether the admin API is on. It needs a data folder. */
  admin?: boolean | undefined;
  /** `<dataDir>/plugins` by default. */
  pluginDir?: string | undefined;
  /** Called with each line that loggers display. By default they are dropped. */
  display?: ((line: string) => void) | undefined;
}

/** What a node has besides its chains. */
export interface Facilities {
  loggers: Loggers;
  requestMetrics: RequestMetrics;
  admin?: { loggers: Loggers; profiler: Profiler; plugins: Plugins };
  close(): void;
}

/** A plugin whose handshake takes longer has failed. The real node waits as long. */
const HANDSHAKE_TIMEOUT_MS = 5_000;

/**
 * Opens loggers and, for the admin API, profiler and plugins.
 * @throws ConfigError CONFIG_INVALID if the admin API has no data folder, or VM names cannot be read
 */
export async function openFacilities(
  history: History,
  recorded: RecordedAnswers,
  options: FacilitiesOptions,
): Promise<Facilities> {
  const { dataDir, display = () => {} } = options;
  const folder = dataDir === undefined ? undefined : join(dataDir, "logs");
  const chains = ["P", "X", "C", ...triedChains(history.recording).map(({ blockchainId }) => blockchainId)];
  const loggers = openLoggers({ names: [...chains, "vm-factory"], folder, display, nowMs: Date.now });
  const { networkId, nodeId } = history.recording.network;
  loggers.of("main")("INFO", "initializing node", () => ({ networkId, nodeId }));
  logAcceptances(history, loggers);
  const requestMetrics = openRequestMetrics(loggers, () => process.hrtime.bigint());
  if (options.admin !== true) return { loggers, requestMetrics, close: () => loggers.close() };

  if (dataDir === undefined) {
    throw new ConfigError("CONFIG_INVALID", "the admin API writes profiles but has no data folder", {
      hint: "give the recorded node a data folder",
    });
  }
  const plugins = await openPlugins({
    folder: options.pluginDir ?? join(dataDir, "plugins"),
    aliasesFile: join(dataDir, "configs", "vms", "aliases.json"),
    builtIn: builtInVMs(recorded),
    protocolVersion: protocolVersion(recorded),
    timeoutMs: HANDSHAKE_TIMEOUT_MS,
    log: loggers.of("vm-factory"),
  }).catch((error) => {
    loggers.close();
    throw error;
  });
  const profiler = await openProfiler({ folder: dataDir });
  return {
    loggers,
    requestMetrics,
    admin: { loggers, profiler, plugins },
    close() {
      profiler.close();
      loggers.close();
    },
  };
}

/** Logs each acceptance from now on. */
function logAcceptances(history: History, loggers: Loggers): void {
  let isLive = false;
  history.onAccepted(({ chain, height, container }) => {
    if (!isLive) return;
    const { id, timestamp } = container;
    loggers.of(chain.replace("evm/", ""))("INFO", "accepted container", () => ({ id, height, timestamp }));
  });
  isLive = true;
}

/** VM ids and their names, including parts of VMs that a plugin could be named after. */
function builtInVMs(recorded: RecordedAnswers): Record<string, string[]> {
  const { vms, fxs } = getVMs.result.safeParse(recordedInfo(recorded, getVMs.name)).data ?? {
    vms: {},
    fxs: {},
  };
  return { ...vms, ...Object.fromEntries(Object.entries(fxs).map(([id, name]) => [id, [name]])) };
}

function protocolVersion(recorded: RecordedAnswers): number {
  const version = getNodeVersion.result.safeParse(recordedInfo(recorded, getNodeVersion.name)).data;
  return Number(version?.rpcProtocolVersion ?? 0);
}
