import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type GenesisConfig, readGenesisConfig } from "../../avalanche/genesis/genesis-config";
import { openNode } from "../../client/node";
import { type Config, readConfig } from "../../config";
import { parseLossless } from "../../contract/rpc";
import { openRecording } from "../../devnet/recording";
import { ConfigError, describeError } from "../../errors";
import { pause } from "../../every";
import { runIndexer } from "../../indexer/start";
import { parseOptions } from "../args";
import { openDurations } from "../durations";
import { makeDataFolder, storesOf } from "../paths";
import { runService } from "../service";
import { watchForDamage } from "../threads/damage-watch";
import { type EvmIndexers, openEvmIndexers } from "../threads/evm-indexers";
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
  const nodeUrl = config.nodeUrl ?? `http://127.0.0.1:${config.devnetPort}`;
  makeDataFolder(config);
  await runService("index", (log) => {
    const stop = new AbortController();
    const durations = openDurations(log);
    let searching: Promise<void> | undefined;
    let chains: EvmIndexers | undefined;
    return new Promise((resolve, reject) => {
      // The holder of the primary store's lease is the only indexer of the folder, so the other tasks start here.
      const onReady = () => {
        searching ??= watchForDamage({ stores, log, sleep: pause, signal: stop.signal });
        chains ??= openEvmIndexers({
          nodeUrl,
          named: config.evmChains,
          stores,
          media: config.media,
          log,
        });
        resolve({ ended, close: () => close(stop, ended, chains).then(() => searching) });
      };
      const index = () =>
        runIndexer({
          stores,
          node: openNode(nodeUrl),
          genesis,
          holder: randomUUID(),
          now: Date.now,
          sleep: pause,
          signal: stop.signal,
          log,
          observe: durations.observe,
          onReady,
          onNews: (stream) => {
            if (stream === "C/block") chains?.wakeC();
          },
        });
      const isReady = () => chains !== undefined;
      const ended = tryAgain(index, { isReady, sleep: pause, signal: stop.signal, log });
      ended.finally(durations.close).catch(reject);
    });
  });
}

async function close(
  stop: AbortController,
  ended: Promise<void>,
  chains: { close(): Promise<void> } | undefined,
): Promise<void> {
  stop.abort();
  await chains?.close();
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
