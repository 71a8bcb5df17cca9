import { join } from "node:path";
import { toHex } from "../avalanche/bytes";
import type { GenesisConfig } from "../avalanche/genesis-config";
import { formatNodeId, hrpOfNetwork } from "../avalanche/ids";
import { type NetworkRules, readUpgrades, rulesOfNetwork } from "../avalanche/ledger/rules";
import type { NodeClient } from "../client/node";
import { upgrades } from "../contract/node/info";
import { ConfigError, describeError, NodeError } from "../errors";
import type { Log } from "../log";
import { readCheckpoint } from "../store/checkpoint";
import { LEASE_MS, releaseLease, takeLease } from "../store/lease";
import { type NetworkFacts, readNetwork, writeNetwork } from "../store/network";
import { openStore, SCHEMA_VERSION, type Store } from "../store/open";
import { setAside } from "../store/set-aside";
import { genesisWithBlock } from "./find-genesis";
import type { Verb } from "./follow";
import { writeTimes } from "./known-network";
import type { NetworkIds } from "./projection";
import { askUntilAnswered } from "./read";
import { rebuildRows } from "./rebuild-rows";
import { StreamReport } from "./report";
import { runStreams } from "./run";
import { ALL_STREAMS } from "./stream";

export interface IndexerOptions {
  /** File of the primary store. */
  storePath: string;
  /** Folder that stores of other networks are moved to. */
  setAsideFolder: string;
  node: NodeClient;
  /** Of the recording, or what FIRN_GENESIS names. */
  genesis: GenesisConfig | undefined;
  /** Unique per process. */
  holder: string;
  /** Unix ms, whole. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Log;
  observe: (verb: Verb, milliseconds: number) => void;
  /** The store is open and ours, and of the node's network: from here on readers find it. */
  onReady?: () => void;
}

/** The one lease of the primary store: whoever holds it writes. */
export const LEASE_NAME = "indexer";

/**
 * The indexer: opens the store, takes its lease, learns what network the node is of, and follows its streams until the
 * signal ends it.
 * @throws ConfigError STORE_NEWER, LEASE_HELD, WRONG_NETWORK, CONFIG_INVALID (a genesis of another network)
 * @throws StoreError when the store fails for good
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { storePath, log, now } = options;
  const store = await openStore(storePath, { mode: "write", nowMs: now() });
  const claim = { name: LEASE_NAME, holder: options.holder };
  try {
    await waitForLease(store, claim, options);
    options.onReady?.();
    for (;;) {
      const network = await meetNode(store, options);
      if (!network) return;
      options.onReady?.();
      if (!(await bringUpToDate(store, network, { ...options, claim }))) return;
      const verdict = await runStreams(ALL_STREAMS, { ...options, ...network, store, lease: claim });
      if (verdict === "ended") return;
      await startAfresh(store, network.networkId, options);
    }
  } finally {
    await releaseLease(store.db, { ...claim, nowMs: now() }).catch((error: unknown) =>
      log.warn(`the lease could not be given back: ${describeError(error)}`),
    );
    await store.close();
  }
}

/** Rows that another program made are made anew, from the stored containers. @returns whether they are ours now */
async function bringUpToDate(
  store: Store,
  known: Network,
  options: IndexerOptions & { claim: { name: string; holder: string } },
): Promise<boolean> {
  const { projection } = await readNetwork(store.db);
  if (projection === String(SCHEMA_VERSION)) return true;
  const empty = (await Promise.all(ALL_STREAMS.map(({ name }) => readCheckpoint(store.db, name)))).every(
    (checkpoint) => checkpoint === undefined,
  );
  if (empty) {
    await writeNetwork(store.db, { projection: String(SCHEMA_VERSION) });
    return true;
  }
  options.log.warn("the store is an older Firn's: its rows are made anew, which takes a while");
  return (await rebuildRows(store, { ...options, known, onProgress: () => {} })) !== undefined;
}

/** Networks whose stores are never set aside by themselves: a mistaken URL must not cost a week of indexing. */
const PUBLIC_NETWORKS = [1, 5];

interface Network {
  networkId: number;
  network: NetworkIds;
  rules: NetworkRules;
  genesisFor: (blockId: Uint8Array) => Uint8Array | undefined;
}

/** Takes the lease of a store. A killed indexer leaves its own behind: it is waited out once. @throws ConfigError LEASE_HELD */
export async function waitForLease(
  { db }: Pick<Store, "db">,
  claim: { name: string; holder: string },
  { now, sleep, signal }: Pick<IndexerOptions, "now" | "sleep" | "signal">,
): Promise<void> {
  const giveUpAt = now() + LEASE_MS;
  for (;;) {
    try {
      return await takeLease(db, { ...claim, nowMs: now() });
    } catch (error) {
      const held = error instanceof ConfigError && error.code === "LEASE_HELD";
      if (!held || now() > giveUpAt || signal.aborted) throw error;
      await sleep(LEASE_MS / 20, signal);
    }
  }
}

/** What the node says about its network, stored for the api; undefined when the signal came first. */
async function meetNode(store: Store, options: IndexerOptions): Promise<Network | undefined> {
  const { node, signal, now, log } = options;
  const reports = ALL_STREAMS.map(({ name }) => new StreamReport(store.db, name, now));
  const facts = await askUntilAnswered(() => askFacts(node, signal), {
    ...options,
    observe: () => {},
    onTrouble: (error, delayMs) => {
      const first = reports.every(({ state }) => state === "starting");
      if (first) log.warn(`the node is away: ${describeError(error)}`, { delayMs });
      for (const report of reports) report.nodeFailed(error);
    },
  });
  if (!facts) return undefined;
  const { networkId, network, rules, said } = facts;
  const stored = await readNetwork(store.db);
  if (stored.networkId !== undefined && stored.networkId !== String(networkId)) {
    await startAfresh(store, networkId, options);
  }
  await writeNetwork(store.db, { networkId: String(networkId), hrp: hrpOfNetwork(networkId), ...said });
  return {
    networkId,
    network,
    rules,
    genesisFor: (blockId) => genesisWithBlock(options.genesis, blockId, { networkId, nowMs: now() }),
  };
}

/** The store is of another network than the node: it is set aside, unless one of the two is public. */
async function startAfresh(
  { db }: Store,
  networkId: number,
  { setAsideFolder, now, log, node }: IndexerOptions,
): Promise<void> {
  const stored = (await readNetwork(db)).networkId;
  if ([Number(stored), networkId].some((id) => PUBLIC_NETWORKS.includes(id))) {
    throw new ConfigError(
      "WRONG_NETWORK",
      `the store is of network ${stored}, the node at ${node.origin} is of another: network ${networkId}`,
      { hint: "set FIRN_NODE_URL to a node of the store's network, or run `firn reset` to index this one" },
    );
  }
  const date = new Date(now()).toISOString().replaceAll(":", "-");
  const file = join(setAsideFolder, date, "primary.db");
  await setAside(db, file);
  log.warn(`the node is of another network than the store: the store is now ${file}, indexing starts afresh`);
}

async function askFacts(
  node: NodeClient,
  signal: AbortSignal,
): Promise<Omit<Network, "genesisFor"> & { said: NetworkFacts }> {
  const networkId = await node.getNetworkId({ signal });
  const network = {
    xChainId: await askChain(node, "X", signal),
    cChainId: await askChain(node, "C", signal),
    avaxAssetId: await node.getStakingAssetId({ signal }),
  };
  const said: NetworkFacts = {
    nodeVersion: await node.getNodeVersion({ signal }),
    nodeId: formatNodeId(await node.getNodeId({ signal })),
    xChainId: toHex(network.xChainId),
    cChainId: toHex(network.cChainId),
    avaxAssetId: toHex(network.avaxAssetId),
  };
  const times = readUpgrades(await node.call("/ext/info", upgrades, {}, { signal }));
  const rules = rulesOfNetwork(networkId, times);
  return { networkId, network, rules, said: { ...said, upgrades: writeTimes(rules.upgrades) } };
}

async function askChain(node: NodeClient, alias: string, signal: AbortSignal): Promise<Uint8Array> {
  const id = await node.getBlockchainId(alias, { signal });
  if (id) return id;
  throw new NodeError("NODE_BAD_ANSWER", `the node at ${node.origin} knows no chain ${alias}`, {
    hint: "wait until it has started its chains",
  });
}
