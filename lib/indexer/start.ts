import { equalBytes } from "../avalanche/codec/bytes";
import { genesisBlock } from "../avalanche/genesis/genesis";
import type { GenesisConfig } from "../avalanche/genesis/genesis-config";
import { hrpOfNetwork } from "../avalanche/ids";
import { type NetworkRules, sameTimes, type Upgrades } from "../avalanche/ledger/rules";
import type { NodeClient } from "../client/node";
import type { IndexName } from "../contract/node/index";
import { describeError, NodeError } from "../errors";
import type { Log } from "../log";
import { asHolder, type Claim } from "../store/bookkeeping/lease";
import { readNetwork, writeNetwork } from "../store/bookkeeping/network";
import { newPageTokenKey } from "../store/bookkeeping/page-token-key";
import type { Store, Stores } from "../store/stores";
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
import { isOtherHistory, isOtherNetwork, startAfresh, takeBackStore } from "./other-network";
import { bringUpToDate, type Met } from "./rebuild/bring-up-to-date";
import { runStreams } from "./run";

export interface IndexerOptions {
  stores: Stores;
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
  /** The node has something new in a stream. */
  onNews?: (stream: IndexName) => void;
  /** The store is open and ours, and of the node's network: from here on readers find it. */
  onReady?: () => void;
}

/**
 * The indexer: opens the store, takes its lease, learns what network the node is of, and follows its streams until the
 * signal ends it.
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
    const met = await meetNode(store, options);
    if (!met) return;
    options.onReady?.();
    if (!(await bringUpToDate(store, met, options))) continue;
    const verdict = await runWhileRulesHold(store, met, options);
    if (verdict === "ended") continue;
    const isOther = await askUntilAnswered(() => isOtherHistory(store, options), waiting(store, options));
    if (isOther) await startAfresh(store, met.networkId, options);
  }
}

/** Follows the streams until the signal comes, the node turns out to be another network's, or its rules change. */
async function runWhileRulesHold(
  store: Store,
  met: Met,
  options: HolderOptions,
): Promise<"ended" | "other-network"> {
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const streams = { ...options, ...met, signal, store, lease: options.claim };
  let verdict: "ended" | "other-network" = "ended";
  const follow = async () => {
    verdict = await runStreams(ALL_STREAMS, streams);
  };
  const works = [follow(), watchRules(met, { ...options, signal })];
  await sideBySide(
    over,
    works.map((work) => work.finally(() => over.abort())),
  );
  return verdict;
}

/** How often a node is asked for its upgrades: one that is updated may know dates that it did not know. */
const RULES_MS = 60_000;

/** Ends when the node says other upgrades than it did, twice in a row, or the signal comes. */
async function watchRules({ networkId, network, rules }: Met, options: HolderOptions): Promise<void> {
  const { node, sleep, signal, log } = options;
  let said: Upgrades | undefined;
  for (;;) {
    await sleep(RULES_MS, signal);
    if (signal.aborted) return;
    try {
      // Of another network's node nothing holds here: its streams say what differs.
      if (!isSameNetwork(await askIdentity(node, signal), { networkId, network })) continue;
      const { upgrades } = await askRules(node, networkId, signal);
      const isNew = !sameTimes(upgrades, rules.upgrades);
      if (isNew && said && sameTimes(upgrades, said)) {
        log.info("the node says other times of upgrades than it did: they hold from now on");
        return;
      }
      said = isNew ? upgrades : undefined;
    } catch (error) {
      // Whoever reads its index says that it is away.
      if (!(error instanceof NodeError) && !signal.aborted) throw error;
    }
  }
}

/** What the node says about its network, stored for the api; undefined when the signal came first. */
async function meetNode(store: Store, options: HolderOptions): Promise<Met | undefined> {
  const { node, signal, now, claim } = options;
  const answer = await askUntilAnswered(
    async () => {
      const identity = await askIdentity(node, signal);
      if (await isOtherNetwork(store, identity, options))
        await startAfresh(store, identity.networkId, options);
      await takeBackStore(store, identity, options);
      return {
        identity,
        rules: await askAgreedRules(store, identity, options),
        genesis: await askGenesis(node, identity, options),
        isBeforeFirstBlock: await isBeforeFirstBlock(node, signal),
        said: await askNode(node, signal),
      };
    },
    waiting(store, options),
  );
  if (!answer) return undefined;
  const { identity, said, ...met } = answer;
  const { networkId, network } = identity;
  const facts = { networkId: String(networkId), hrp: hrpOfNetwork(networkId), ...writeIds(network), ...said };
  await asHolder(store.db, claim, async (trx) => {
    const { pageTokenKey = newPageTokenKey() } = await readNetwork(trx);
    await writeNetwork(trx, { ...facts, pageTokenKey });
  });
  const stored = storedGenesis(await readNetwork(store.db));
  const genesisFor = (blockId: Uint8Array) =>
    stored && equalBytes(genesisBlock(stored).blockId, blockId)
      ? stored
      : genesisBeforeBlock1(options.genesis, { blockId, networkId, nowMs: now() });
  return { ...met, ...identity, genesisFor };
}

/** Before rules change under a store, the node is asked once more. @throws NodeError also when it says something else then */
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
    `the node at ${node.origin} says other upgrades each time it is asked`,
  );
}

const ASK_AGAIN_MS = 2_000;

/** How a node is waited for before any stream follows it: they all say so. */
function waiting({ db }: Store, options: HolderOptions): AskOptions {
  const reports = ALL_STREAMS.map(({ name }) => new StreamReport(db, name, options));
  return {
    ...options,
    observe: undefined,
    async onTrouble(error, delayMs) {
      const first = reports.every(({ state }) => state === "starting");
      if (first) options.log.warn(`the node is away: ${describeError(error)}`, { delayMs });
      for (const report of reports) await report.nodeFailed(error);
    },
  };
}
