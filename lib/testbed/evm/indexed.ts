import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type EvmChainConfig, type EvmIndexerOptions, runEvmIndexer } from "../../indexer/evm/start";
import { SILENT } from "../../log";
import { listStreams } from "../../store/queries/stream";
import type { Stores } from "../../store/stores";
import { type ApiOptions, startApi } from "../api";
import { Pauses } from "../pauses";
import { testStores } from "../test-stores";
import type { VmNode } from "./node";

/** Chains of test nodes, each followed by the real indexer and served by the real API, in this process. */
export interface IndexedChains {
  /** URL of the API. */
  url: string;
  stores: Stores;
  /**
   * Serves another API, without any cache, over the same stores.
   * @returns its URL
   */
  serveAgain(): Promise<string>;
  /** Starts to index a node's chain, with its own clock if given. */
  add(
    node: VmNode,
    facts?: EvmChainConfig["facts"],
    now?: () => number,
    begin?: BeginOptions,
    settings?: Pick<EvmIndexerOptions, "leaveOutLogs">,
  ): void;
  /** Stops indexing a chain, or waits until it has `ended` on its own. `add` continues from there. */
  stop(node: VmNode, options?: { ended: boolean }): Promise<void>;
  /**
   * Returns once the chain's last block is indexed.
   * @throws when it stopped or takes too long
   */
  reach(node: VmNode): Promise<void>;
  /** Returns the problem in the chain's status once it has stopped. */
  stopped(node: VmNode): Promise<string>;
  /** The chain's current status; undefined before there is one. */
  status(node: VmNode): Promise<ChainStatus | undefined>;
  close(): Promise<void>;
}

/** How many of the newest blocks an empty store begins with, and how many older ones are read at a time. */
export interface BeginOptions {
  newest: number;
  range: number;
}

export interface ChainStatus {
  state: string;
  /** Height of the last stored block; -1 before the first. */
  height: number;
  /** Why it stopped, or what it lacks. */
  says: string | undefined;
}

/** Serves the API, at first without a chain. */
export async function indexChains(options: ApiOptions = {}): Promise<IndexedChains> {
  const folder = mkdtempSync(join(tmpdir(), "firn-vm-"));
  const stores = testStores(folder);
  const running = new Map<VmNode, { stop: AbortController; pauses: Pauses; indexer: Promise<void> }>();
  const serveStores = () => startApi({ stores, ...options });
  const apis = [await serveStores()];
  const status = ({ chain }: VmNode) => readStatus(stores, chain.chainId);
  const until = async (node: VmNode, isThere: (status: ChainStatus) => boolean): Promise<ChainStatus> => {
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(40)) {
      const found = await status(node);
      if (found && isThere(found)) return found;
    }
    throw new Error(
      `chain ${node.chain.chainId} was not indexed in time: ${JSON.stringify(await status(node))}`,
    );
  };
  const stop = async (node: VmNode, { ended = false } = {}) => {
    const { stop, indexer } = running.get(node) ?? {};
    running.delete(node);
    if (!ended) stop?.abort();
    await indexer;
  };
  return {
    url: apis[0]?.url ?? "",
    async serveAgain() {
      const api = await serveStores();
      apis.push(api);
      return api.url;
    },
    stores,
    status,
    add(node, facts = {}, now = Date.now, begin = undefined, settings = {}) {
      const stop = new AbortController();
      const pauses = new Pauses();
      const indexer = runEvmIndexer({
        ...settings,
        chain: { rpcUrl: node.url, facts },
        ...(begin && {
          begin: { farther: 0, blocks: begin.newest },
          olderRange: { first: begin.range, least: 1, most: begin.range },
        }),
        stores,
        holder: node.url,
        now,
        sleep: pauses.sleep,
        signal: stop.signal,
        log: SILENT,
      });
      indexer.catch(() => {}); // thrown when it is awaited
      running.set(node, { stop, pauses, indexer });
    },
    stop,
    async reach(node) {
      const { chain } = node;
      const { pauses } = running.get(node) ?? {};
      pauses?.work();
      const found = await until(
        node,
        ({ state, height }) => state === "stopped" || height >= chain.head.height,
      );
      if (found.state === "stopped") throw new Error(`chain ${chain.chainId} stopped: ${found.says}`);
      pauses?.rest();
    },
    stopped: async (node) => String((await until(node, ({ state }) => state === "stopped")).says),
    async close() {
      await Promise.all([...running.keys()].map((node) => stop(node)));
      for (const api of apis) await api.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const TIMEOUT_MS = 120_000;

async function readStatus(stores: Stores, chainId: number): Promise<ChainStatus | undefined> {
  // the indexer may be about to create it
  const store = await stores.open(`evm/${chainId}`, { mode: "read" }).catch(() => undefined);
  if (store === undefined) return undefined;
  try {
    const [stream] = await listStreams(store.db);
    if (stream === undefined) return undefined;
    const { state, error_message, notice } = stream.status;
    return { state, height: stream.checkpoint?.height ?? -1, says: error_message ?? notice ?? undefined };
  } finally {
    await store.close();
  }
}
