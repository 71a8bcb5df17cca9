import { equalBytes } from "../avalanche/codec/bytes";
import { genesisBlock } from "../avalanche/genesis/genesis";
import type { GenesisConfig } from "../avalanche/genesis/genesis-config";
import { hrpOfNetwork } from "../avalanche/ids";
import { type NetworkRules, sameTimes, type Upgrades } from "../avalanche/ledger/rules";
import { isLimit } from "../client/limits";
import type { NodeClient } from "../client/node";
import type { Pace } from "../client/pace";
import type { IndexName } from "../contract/node/index";
import { describeError, NodeError } from "../errors";
import type { Log } from "../log";
import { asHolder, type Claim } from "../store/bookkeeping/lease";
import { readNetwork, writeNetwork } from "../store/bookkeeping/network";
import { newPageTokenKey } from "../store/bookkeeping/page-token-key";
import type { Store, Stores } from "../store/stores";
import type { OpenContainers } from "./follow/container-feed";
import type { Verb } from "./follow/containers";
import { type AskOptions, askUntilAnswered } from "./follow/read";
import { StreamReport } from "./follow/report";
import { sideBySide } from "./follow/side-by-side";
import { ALL_STREAMS } from "./follow/stream";
import { genesisBeforeBlock1 } from "./genesis/find-genesis";
import { storedGenesis, writeTimes } from "./known-network";
import { LEASE_NAME, whileHolding } from "./lease";
import {
  askGenesis,
  askIdentity,
  askNode,
  askRules,
  type Identity,
  isBeforeFirstBlock,
  isSameNetwork,
  writeIds,
} from "./node-facts";
import { archiveOtherNetwork, isOtherHistory, isOtherNetwork, restoreStore } from "./other-network";
import { bringUpToDate, type IdentifiedNetwork } from "./rebuild/bring-up-to-date";
import { runStreams } from "./run";

export interface IndexerOptions {
  stores: Stores;
  node: NodeClient;
  /** Of `node`. */
  pace?: Pace | undefined;
  /** Reads a stream in another thread while more than `lag` containers are missing. */
  readInThread?: { open: OpenContainers; lag: number } | undefined;
  /** From the recording, or from FIRN_GENESIS. */
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
  /** Called when the node has something new in a stream. */
  onNews?: (stream: IndexName) => void;
  /**
   * Called when the store is open and leased, and again when it is of the node's network: from then on readers find it.
   */
  onReady?: () => void;
  /** As in `HoldOptions`. */
  onStandBy?: () => void;
}

/**
 * The indexer: opens the store, takes its lease, identifies the node's network, and follows its streams until the
 * signal is aborted.
 * @throws ConfigError STORE_NEWER, LEASE_HELD, WRONG_NETWORK
 * @throws StoreError when the store fails for good, or another indexer took it over
 */
export async function runIndexer(options: IndexerOptions): Promise<void> {
  const { stores, now } = options;
  const store = await stores.open("primary", { mode: "write", nowMs: now() });
  const claim = { name: LEASE_NAME, holder: options.holder };
  try {
    await whileHolding(store.db, claim, {
      ...options,
      work: (signal) => indexStore(store, { ...options, signal, claim }),
    });
  } finally {
    await store.close();
  }
}

type HolderOptions = IndexerOptions & { claim: Claim };

async function indexStore(store: Store, options: HolderOptions): Promise<void> {
  options.onReady?.();
  while (!options.signal.aborted) {
    const identified = await identifyNetwork(store, options);
    if (!identified) return;
    options.onReady?.();
    if (!(await bringUpToDate(store, identified, options))) continue;
    const outcome = await runWhileRulesHold(store, identified, options);
    if (outcome === "ended") continue;
    const makeRoom = async () => {
      if (await isOtherHistory(store, options))
        await archiveOtherNetwork(store, identified.networkId, options);
    };
    await askUntilAnswered(makeRoom, askOptions(store, options));
  }
}

/**
 * Follows the streams until the signal is aborted, the node turns out to be on another network, or its upgrades change.
 */
async function runWhileRulesHold(
  store: Store,
  identified: IdentifiedNetwork,
  options: HolderOptions,
): Promise<"ended" | "other-network"> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const streams = { ...options, ...identified, signal, store, lease: options.claim };
  let outcome: "ended" | "other-network" = "ended";
  const follow = async () => {
    outcome = await runStreams(ALL_STREAMS, streams);
  };
  const tasks = [follow(), watchRules(identified, { ...options, signal })];
  await sideBySide(
    over,
    tasks.map((task) => task.finally(() => over.abort())),
  );
  return outcome;
}

/** How often a node is asked for its upgrades: an updated node may know new dates. */
const RULES_MS = 60_000;

/** Ends when the node reports new upgrades twice in a row, or when the signal is aborted. */
async function watchRules(
  { networkId, network, rules }: IdentifiedNetwork,
  options: HolderOptions,
): Promise<void> {
  const { node, sleep, signal, log } = options;
  let reported: Upgrades | undefined;
  for (;;) {
    await sleep(RULES_MS, signal);
    if (signal.aborted) return;
    try {
      // Facts of a node on another network do not count; the streams report the difference.
      if (!isSameNetwork(await askIdentity(node, signal), { networkId, network })) continue;
      const { upgrades } = await askRules(node, networkId, signal);
      const isNew = !sameTimes(upgrades, rules.upgrades);
      if (isNew && reported && sameTimes(upgrades, reported)) {
        log.info("the node reports new upgrade times: they apply from now on");
        return;
      }
      reported = isNew ? upgrades : undefined;
    } catch (error) {
      // The readers of its indexes report that it does not answer.
      if (!(error instanceof NodeError) && !signal.aborted) throw error;
    }
  }
}

/** Identifies the node's network and stores the facts about it; undefined when the signal was aborted first. */
async function identifyNetwork(store: Store, options: HolderOptions): Promise<IdentifiedNetwork | undefined> {
  const { node, signal, now, claim } = options;
  const answer = await askUntilAnswered(
    async () => {
      const identity = await askIdentity(node, signal);
      if (await isOtherNetwork(store, identity, options))
        await archiveOtherNetwork(store, identity.networkId, options);
      await restoreStore(store, identity, options);
      return {
        identity,
        rules: await askAgreedRules(store, identity, options),
        genesis: await askGenesis(node, identity, options),
        isBeforeFirstBlock: await isBeforeFirstBlock(node, signal),
        reported: await askNode(node, signal),
      };
    },
    askOptions(store, options),
  );
  if (!answer) return undefined;
  const { identity, reported, ...identified } = answer;
  const { networkId, network } = identity;
  const facts = {
    networkId: String(networkId),
    hrp: hrpOfNetwork(networkId),
    ...writeIds(network),
    ...reported,
  };
  await asHolder(store.db, claim, async (trx) => {
    const { pageTokenKey = newPageTokenKey() } = await readNetwork(trx);
    await writeNetwork(trx, { ...facts, pageTokenKey });
  });
  const stored = storedGenesis(await readNetwork(store.db));
  const genesisFor = (blockId: Uint8Array) =>
    stored && equalBytes(genesisBlock(stored).blockId, blockId)
      ? stored
      : genesisBeforeBlock1(options.genesis, { blockId, networkId, nowMs: now() });
  return { ...identified, ...identity, genesisFor };
}

/**
 * The node's rules. Before they change for a store, the node is asked twice. @throws NodeError also when its answers
 * differ
 */
async function askAgreedRules(
  { db }: Store,
  { networkId }: Identity,
  { node, sleep, signal }: HolderOptions,
): Promise<NetworkRules> {
  const rules = await askRules(node, networkId, signal);
  const { upgrades } = await readNetwork(db);
  if (upgrades === undefined || writeTimes(rules.upgrades) === upgrades) return rules;
  await sleep(ASK_AGAIN_MS, signal);
  const again = await askRules(node, networkId, signal);
  if (sameTimes(rules.upgrades, again.upgrades)) return rules;
  throw new NodeError(
    "NODE_BAD_ANSWER",
    `the node at ${node.origin} reports different upgrades each time it is asked`,
  );
}

const ASK_AGAIN_MS = 2_000;

/** How a node is waited for before its streams are followed: all of them report it. */
function askOptions({ db }: Store, options: HolderOptions): AskOptions {
  const reports = ALL_STREAMS.map(({ name }) => new StreamReport(db, name, options));
  return {
    ...options,
    observe: undefined,
    async onFailure(error, delayMs) {
      const first = reports.every(({ state }) => state === "starting");
      if (first && !isLimit(error))
        options.log.warn(`the node is away: ${describeError(error)}`, { delayMs });
      for (const report of reports) await report.nodeFailed(error);
    },
  };
}
