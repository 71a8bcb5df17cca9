import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readGenesisConfig } from "../avalanche/genesis/genesis-config";
import { openNode } from "../client/node";
import { parseLossless } from "../contract/rpc";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, type DevnetOptions, serveDevnet } from "../devnet/serve";
import { runIndexer } from "../indexer/start";
import { SILENT } from "../log";
import { readCheckpoint } from "../store/bookkeeping/checkpoint";
import { listStreams } from "../store/queries/stream";
import type { Stores } from "../store/stores";
import { type ApiOptions, startApi } from "./api";
import { Pauses } from "./pauses";
import { testStores } from "./test-stores";

/** A recording served by a devnet, followed by an indexer and answered by the API, all in this process. */
export interface IndexedRecording {
  recording: Recording;
  /** URL of the API. */
  url: string;
  nodeUrl: string;
  stores: Stores;
  /**
   * Accepts containers until there are `blocks` more of the P-Chain and all are indexed. Returns whether there were so
   * many.
   */
  accept(blocks: number): Promise<boolean>;
  /** Heights of the node's last accepted blocks. */
  accepted(): Heights;
  /** Closes the node and serves the recording at the same address by another one, with other options. */
  replaceNode(options: Partial<DevnetOptions>): Promise<void>;
  /** Releases the store's lease. The node and the API keep running. */
  stopIndexer(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns once everything that the node accepts at its start is indexed: all of the recording by default. `alter` may
 * change the recording before it is served.
 */
export async function indexRecording(
  name: string,
  options: ApiOptions & {
    acceptance?: "all" | "manual";
    devnet?: Partial<DevnetOptions>;
    alter?: (recording: Recording) => void;
    /** Index as if the genesis of the network were unknown. */
    withoutGenesis?: boolean;
    /** Opens what the node is asked through, and returns its URL. */
    through?: (nodeUrl: string) => Promise<string>;
    /** The indexer's pauses are shortened to this: tests wait for events, not for clocks. */
    longestPauseMs?: number;
    /** The indexer's clock. */
    now?: () => number;
    /** What keeps the stores. */
    engine?: "sqlite" | "postgres";
    /** They themselves, in place of new ones. */
    stores?: Stores;
    /** Puts into the data folder what was there before. */
    begin?: (folder: string) => void;
  } = {},
): Promise<IndexedRecording> {
  const { acceptance = "all", devnet: nodeOptions, alter = () => {}, ...rest } = options;
  const {
    withoutGenesis = false,
    through,
    longestPauseMs,
    now = Date.now,
    engine,
    stores: own,
    begin,
    ...apiOptions
  } = rest;
  const folder = mkdtempSync(join(tmpdir(), "firn-indexed-"));
  begin?.(folder);
  const stores = own ?? testStores(folder, engine);
  const recording = await openRecording(name);
  alter(recording);
  let devnet = await serveDevnet({ recording, port: 0, acceptance, ...nodeOptions });
  const nodeUrl = (await through?.(devnet.url)) ?? devnet.url;
  const pauses = new Pauses(longestPauseMs);
  const indexer = await startIndexer(nodeUrl, {
    stores,
    pauses,
    now,
    genesis: withoutGenesis ? undefined : recording.genesis.configuration,
  });
  const api = await startApi({ stores, ...apiOptions });
  await indexer.reach(devnet.accepted());
  return {
    recording,
    url: api.url,
    nodeUrl,
    stores,
    accepted: () => devnet.accepted(),
    async accept(blocks) {
      const goal = devnet.accepted().P + blocks;
      while (devnet.accepted().P < goal) if (devnet.acceptNext() === undefined) break;
      await indexer.reach(devnet.accepted());
      return devnet.accepted().P >= goal;
    },
    async replaceNode(changed) {
      const { port } = devnet;
      await devnet.close();
      devnet = await serveDevnet({ recording, acceptance, ...nodeOptions, ...changed, port });
    },
    stopIndexer: indexer.close,
    async close() {
      await api.close();
      await indexer.close();
      await devnet.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const TIMEOUT_MS = 120_000;

type Heights = ReturnType<Devnet["accepted"]>;

async function startIndexer(
  nodeUrl: string,
  {
    stores,
    genesis,
    pauses,
    now,
  }: { stores: Stores; genesis: string | undefined; pauses: Pauses; now: () => number },
) {
  const stop = new AbortController();
  let running = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    running = runIndexer({
      stores,
      node: openNode(nodeUrl),
      genesis: genesis === undefined ? undefined : readGenesisConfig(parseLossless(genesis)),
      holder: "test",
      now,
      sleep: pauses.sleep,
      signal: stop.signal,
      log: SILENT,
      observe: () => {},
      onReady: resolve,
    });
    running.catch(reject);
  });
  const store = await stores.open("primary", { mode: "read" });
  const indexed = async (heights: Heights) => {
    const isThere = async ([chain, height]: [string, number]) =>
      ((await readCheckpoint(store.db, `${chain}/block`))?.height ?? 0) >= height;
    const wanted = Object.entries(heights);
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(10))
      if ((await Promise.all(wanted.map(isThere))).every(Boolean)) return;
    const statuses = (await listStreams(store.db)).map(({ status }) => status);
    throw new Error(`${JSON.stringify(heights)} were not indexed in time: ${JSON.stringify(statuses)}`);
  };
  return {
    async reach(heights: Heights) {
      pauses.work();
      await Promise.race([indexed(heights), running]);
      pauses.rest();
    },
    async close() {
      stop.abort();
      await running;
      await store.close();
    },
  };
}
