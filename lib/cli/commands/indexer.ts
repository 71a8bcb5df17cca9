import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type GenesisConfig, readGenesisConfig } from "../../avalanche/genesis/genesis-config";
import { openNode } from "../../client/node";
import { Pace } from "../../client/pace";
import { type Config, nodeUrlsOf, readConfig } from "../../config";
import { parseLossless } from "../../contract/rpc";
import { openRecording } from "../../devnet/recording";
import { ConfigError, describeError } from "../../errors";
import { pause } from "../../every";
import { logLimit } from "../../indexer/follow/limit-log";
import { withChosenNode } from "../../indexer/nodes/choose";
import { observe } from "../../indexer/observe/observe";
import { runIndexer } from "../../indexer/start";
import { parseOptions } from "../args";
import { openDurations } from "../durations";
import { makeDataFolder, storesOf } from "../paths";
import { runService } from "../service";
import { watchForDamage } from "../threads/damage-watch";
import { type EvmIndexers, openEvmIndexers } from "../threads/evm-indexers";
import { FAR_BEHIND, openContainerThread } from "../threads/reader-thread";
import { tryAgain } from "../try-again";
import { bundledRecordings } from "./devnet";

/**
 * `firn index [--recording NAME|FILE]`: follows the node at FIRN_NODE_URL (or the recorded node) and writes the store.
 * A recording brings the genesis of its network.
 */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { recording: "value" });
  const config = readConfig(env);
  const genesis = await readGenesis(config, options.recording);
  const stores = storesOf(config);
  const urls = nodeUrlsOf(config);
  makeDataFolder(config);
  await runService("index", (log) => {
    const stop = new AbortController();
    const durations = openDurations(log);
    let searching: Promise<void> | undefined;
    let isUp = false;
    return new Promise((resolve, reject) => {
      const onUp = () => {
        isUp = true;
        resolve({ ended, close: () => close(stop, ended).then(() => searching) });
      };
      /** Indexes from one node. */
      const indexFrom = async (nodeUrl: string, signal: AbortSignal) => {
        const pace = new Pace({ onChange: logLimit(log) });
        const node = openNode(nodeUrl, { pace });
        let chains: EvmIndexers | undefined;
        const over = new AbortController();
        let observing: Promise<void> | undefined;
        // The holder of the primary store's lease is the only indexer of the folder, so the other tasks start here.
        const onReady = () => {
          chains ??= openEvmIndexers({
            node,
            nodeUrl,
            named: config.evmChains,
            stores,
            media: config.media,
            leaveOutLogs: !config.logs,
            log,
          });
          observing ??= observe({
            stores,
            node,
            now: Date.now,
            sleep: pause,
            log,
            signal: AbortSignal.any([signal, over.signal]),
          });
          searching ??= watchForDamage({ stores, log, sleep: pause, signal: stop.signal });
          onUp();
        };
        const index = () =>
          runIndexer({
            stores,
            node,
            pace,
            readInThread: { open: openContainerThread(nodeUrl), lag: FAR_BEHIND },
            genesis,
            holder: randomUUID(),
            now: Date.now,
            sleep: pause,
            signal,
            log,
            observe: durations.observe,
            onReady,
            onStandBy: onUp,
            onNews: (stream) => {
              if (stream === "C/block") chains?.wakeC();
            },
          });
        try {
          await tryAgain(index, { isReady: () => isUp, sleep: pause, signal, log });
        } finally {
          over.abort();
          await Promise.all([chains?.close(), observing]);
        }
      };
      const ended = withChosenNode({ urls, stores, sleep: pause, signal: stop.signal, log }, indexFrom);
      ended.finally(durations.close).catch(reject);
    });
  });
}

async function close(stop: AbortController, ended: Promise<void>): Promise<void> {
  stop.abort();
  await ended.catch(() => {}); // a failure has already ended the service, with its reason
}

/**
 * The genesis configuration of a recording or of FIRN_GENESIS.
 * @throws ConfigError CONFIG_INVALID when it can't be read
 */
export async function readGenesis(
  config: Config,
  recording: string | undefined,
): Promise<GenesisConfig | undefined> {
  if (recording !== undefined) {
    const { genesis } = await openRecording(recording, bundledRecordings());
    return readGenesisConfig(parseLossless(genesis.configuration));
  }
  if (config.genesis === undefined) return undefined;
  try {
    return readGenesisConfig(parseLossless(await readFile(config.genesis, "utf8")));
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `FIRN_GENESIS is ${config.genesis}: ${describeError(cause)}`, {
      hint: "name the genesis configuration file that the network's nodes were started with",
      cause,
    });
  }
}
