import { concatBytes } from "../../avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { type EvmClient, openEvm } from "../../client/evm";
import { type MediaRules, openMedia } from "../../client/media";
import { openNode } from "../../client/node";
import { publicUrl } from "../../client/node-call";
import { Pace } from "../../client/pace";
import { ConfigError, NodeError } from "../../errors";
import type { Log } from "../../log";
import { type EvmFacts, readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { asHolder } from "../../store/bookkeeping/lease";
import { newPageTokenKey } from "../../store/bookkeeping/page-token-key";
import type { Stores } from "../../store/stores";
import { logLimit } from "../follow/limit-log";
import { Outage } from "../follow/outage";
import { untilPassed } from "../follow/pause";
import { askUntilAnswered, type ReaderOptions } from "../follow/read";
import type { IdleJob } from "../follow/verbs";
import { LEASE_NAME, whileHolding } from "../lease";
import { EVM_STREAM } from "./blocks";
import { hasDebugApi } from "./capabilities";
import { BalanceSample } from "./facts/balance-sample";
import { runMetadata, URI_ANSWER_BYTES } from "./facts/metadata";
import { type OlderRangeSize, type OpenOlder, readOlder } from "./feed/older";
import { openSource } from "./feed/source";
import { archiveOtherNetwork } from "./other-network";
import { type EvmChainOptions, runEvmChain } from "./run";

/** An EVM chain, and where its node is. */
export interface EvmChainConfig {
  /** With credentials, if any. */
  rpcUrl: string;
  /** The id it must answer with; any id unless given. */
  evmChainId?: number;
  /** The node whose index holds the containers of the C-Chain. Absent for L1s, whose blocks come from RPC. */
  indexUrl?: string;
  /** Known before the chain is asked. */
  facts: Pick<EvmFacts, "blockchainId" | "subnetId" | "vmId" | "name" | "tokenName" | "tokenSymbol">;
}

export interface EvmIndexerOptions {
  chain: EvmChainConfig;
  stores: Stores;
  /** Unique per process and chain. */
  holder: string;
  /** What may be fetched for NFTs. Nothing unless given. */
  media?: MediaRules | undefined;
  /** Stores no event logs. */
  leaveOutLogs?: boolean | undefined;
  readInThread?: NonNullable<EvmChainOptions["readInThread"]>;
  /** Reads older blocks in another thread. */
  openOlder?: OpenOlder;
  begin?: EvmChainOptions["begin"];
  olderRange?: OlderRangeSize;
  poll?: NonNullable<EvmChainOptions["poll"]>;
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}

/**
 * Indexes one EVM chain until the signal: asks for its id, opens its store, and follows it.
 * @throws StoreError, ConfigError when the store cannot be opened
 */
export async function runEvmIndexer(options: EvmIndexerOptions): Promise<void> {
  const { chain, stores, now, log, signal } = options;
  const pace = new Pace({ onChange: logLimit(log) });
  const client = openEvm(chain.rpcUrl, { pace });
  const source = openSource(chain, { pace });
  const outage = new Outage(log);
  const identity = await askUntilAnswered(() => identifyChain({ client, pace }, chain, signal), {
    ...options,
    onFailure: (error, delayMs) => outage.begins(EVM_STREAM, error, delayMs),
    onAnswer: () => outage.ends(EVM_STREAM),
  });
  if (identity === undefined) return;
  expectId(identity.id, chain);
  const store = await stores.open(`evm/${identity.id}`, { mode: "write", nowMs: now() });
  const claim = { name: LEASE_NAME, holder: options.holder };
  try {
    await whileHolding(store.db, claim, {
      ...options,
      work: (signal) => indexStore({ ...options, signal, store, claim, source, client, pace }, identity),
    });
  } finally {
    await store.close();
  }
}

type HolderOptions = EvmIndexerOptions &
  Pick<EvmChainOptions, "store" | "claim" | "source" | "client"> & { pace: Pace };

async function indexStore(options: HolderOptions, { id, facts }: ChainIdentity): Promise<void> {
  const { chain, store, claim } = options;
  await archiveOtherNetwork(id, options);
  await asHolder(store.db, claim, async (trx) =>
    writeEvmFacts(trx, {
      ...chain.facts,
      ...facts,
      evmChainId: String(id),
      rpcUrl: publicUrl(chain.rpcUrl),
      logs: options.leaveOutLogs ? "no" : "yes",
      pageTokenKey: (await readEvmFacts(trx)).pageTokenKey ?? newPageTokenKey(),
    }),
  );
  const mailbox = options.stores.mailbox(String(id));
  const older = openOlderBlocks(options);
  const following = { begin: LONG_CHAIN, ...options, mailbox, older, sample: openSample(options) };
  await followChain({ ...following, idle: [metadataJob(following)] });
}

/** Chains with more blocks than this are read from the newest block down, after so many of the newest. */
const LONG_CHAIN = { farther: 20_000, blocks: 1_024 };

function openOlderBlocks(options: HolderOptions): NonNullable<EvmChainOptions["older"]> {
  const source = openSource(options.chain);
  const readHere: OpenOlder = (start, events) =>
    readOlder(start, { ...options, ...events, source, range: options.olderRange });
  return { source, openOlder: options.openOlder ?? readHere };
}

/** Short, because blocks wait for these answers. */
const SAMPLE_TIMEOUT_MS = 5_000;

function openSample({
  chain: { rpcUrl, indexUrl },
  pace,
  now,
  sleep,
  log,
  signal,
}: HolderOptions): BalanceSample {
  const limits = { timeoutMs: SAMPLE_TIMEOUT_MS, pace };
  const node = indexUrl === undefined ? undefined : openNode(indexUrl, limits);
  const avaxAssetId = node && (() => node.getStakingAssetId({ signal }));
  return new BalanceSample({ client: openEvm(rpcUrl, limits), avaxAssetId, now, sleep, log });
}

type FollowOptions = Omit<EvmChainOptions, "traces"> & Pick<EvmIndexerOptions, "chain">;

/**
 * Follows the chain, and starts over when the node's debug API appears or disappears.
 * @throws ConfigError WRONG_NETWORK when the node serves another chain
 */
async function followChain(options: FollowOptions): Promise<void> {
  const { store, claim, client, signal } = options;
  const ask = () => hasDebugApi(client, signal);
  while (!signal.aborted) {
    const traces = await askUntilAnswered(ask, options);
    if (traces === undefined) return;
    await asHolder(store.db, claim, (trx) => writeEvmFacts(trx, { traces: traces ? "yes" : "no" }));
    const changed = new AbortController();
    const watch: IdleJob<unknown> = async ({ signal }) => {
      await untilChanged(traces, { ...options, signal });
      changed.abort();
    };
    const idle = [watch, ...(options.idle ?? [])];
    await runEvmChain({ ...options, idle, traces, signal: AbortSignal.any([signal, changed.signal]) });
  }
}

/** How often the node is asked again for its id and its APIs. */
const RECHECK_MS = 60_000;
/** How many wrong ids in a row mean that the node serves another chain. A single one may be a mistake. */
const REPEATS = 3;

/**
 * Returns when the node's debug API appears or disappears, or with the signal.
 * @throws ConfigError WRONG_NETWORK when the node serves another chain
 */
async function untilChanged(traces: boolean, options: FollowOptions): Promise<void> {
  const { chain, client, signal, log } = options;
  let wrongIds = 0;
  while (!signal.aborted) {
    await untilPassed(wrongIds === 0 ? RECHECK_MS : 0, options);
    if (signal.aborted) return;
    const id = await client.getEvmChainId({ signal }).catch(ignoreAway(signal));
    if (id !== undefined) wrongIds = isExpected(id, chain) ? 0 : wrongIds + 1;
    if (id !== undefined && wrongIds >= REPEATS) expectId(id, chain);
    const hasNow = await hasDebugApi(client, signal).catch(ignoreAway(signal));
    if (hasNow === undefined || hasNow === traces || signal.aborted) continue;
    log.info(
      hasNow ? "the node's debug API is available now" : "the node's debug API is no longer available",
    );
    return;
  }
}

function ignoreAway(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof NodeError || signal.aborted)) throw error;
  };
}

/** Reads the metadata of the chain's NFTs. */
function metadataJob(options: HolderOptions & Pick<EvmChainOptions, "mailbox">): IdleJob<unknown> {
  const client = openEvm(options.chain.rpcUrl, {
    maxBytes: URI_ANSWER_BYTES,
    timeoutMs: 15_000,
    pace: options.pace,
  });
  const media = options.media && openMedia(options.media);
  return ({ signal }) => runMetadata({ ...options, client, media, signal });
}

/** Blocks of another chain must not be added to this store. @throws ConfigError WRONG_NETWORK */
function expectId(id: number, chain: EvmChainConfig): void {
  if (isExpected(id, chain)) return;
  throw new ConfigError(
    "WRONG_NETWORK",
    `${publicUrl(chain.rpcUrl)} answers for EVM chain ${id} now, it was ${chain.evmChainId}`,
    { hint: "no action is needed: the new chain gets its own store" },
  );
}

function isExpected(id: number, { evmChainId }: EvmChainConfig): boolean {
  return evmChainId === undefined || id === evmChainId;
}

/** What a chain's node says of the chain. */
interface ChainIdentity {
  id: number;
  facts: EvmFacts;
}

/** The chain's id, and for the C-Chain what the Primary Network says of it. */
async function identifyChain(
  { client, pace }: { client: EvmClient; pace: Pace },
  { indexUrl }: EvmChainConfig,
  signal: AbortSignal,
): Promise<ChainIdentity> {
  const id = await client.getEvmChainId({ signal });
  if (indexUrl === undefined) return { id, facts: {} };
  const blockchainId = await openNode(indexUrl, { pace }).getBlockchainId("C", { signal });
  const facts = { subnetId: formatId(PRIMARY_NETWORK_ID), vmId: formatId(EVM_VM_ID) };
  return {
    id,
    facts: blockchainId === undefined ? facts : { ...facts, blockchainId: formatId(blockchainId) },
  };
}

/** The VM id of the C-Chain. Ids of built-in VMs are their names, padded with zeros. */
export const EVM_VM_ID = concatBytes(new TextEncoder().encode("evm"), new Uint8Array(29));
