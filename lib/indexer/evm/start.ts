import { concatBytes } from "../../avalanche/codec/bytes";
import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { type EvmClient, openEvm } from "../../client/evm";
import { type MediaRules, openMedia } from "../../client/media";
import { openNode } from "../../client/node";
import { publicUrl } from "../../client/node-call";
import { ConfigError, NodeError } from "../../errors";
import type { Log } from "../../log";
import { type EvmFacts, readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { asHolder } from "../../store/bookkeeping/lease";
import { newPageTokenKey } from "../../store/bookkeeping/page-token-key";
import type { Stores } from "../../store/stores";
import { Outage } from "../follow/outage";
import { untilPassed } from "../follow/pause";
import { askUntilAnswered, type ReaderOptions } from "../follow/read";
import type { IdleJob } from "../follow/verbs";
import { LEASE_NAME, whileHolding } from "../lease";
import { EVM_STREAM } from "./blocks";
import { hasDebugApi } from "./capabilities";
import { BalanceSample } from "./facts/balance-sample";
import { runMetadata, URI_ANSWER_BYTES } from "./facts/metadata";
import { openSource } from "./feed/source";
import { leaveOtherNetwork } from "./leave";
import { type EvmChainOptions, runEvmChain } from "./run";

/** Which EVM chain, and where it answers. */
export interface EvmChainConfig {
  /** With credentials if it has any. */
  rpcUrl: string;
  /** As it said when it was met; whichever it says, unless given. */
  evmChainId?: number;
  /** The node whose index holds the chain's containers: the C-Chain. Absent for L1s, whose blocks come from RPC. */
  indexUrl?: string;
  /** What is known of the chain before it is asked. */
  facts: Pick<EvmFacts, "blockchainId" | "subnetId" | "vmId" | "name" | "tokenName" | "tokenSymbol">;
}

export interface EvmIndexerOptions {
  chain: EvmChainConfig;
  stores: Stores;
  /** Unique per process and chain. */
  holder: string;
  /** What may be fetched for NFTs; nothing unless given. */
  media?: MediaRules | undefined;
  readApart?: NonNullable<EvmChainOptions["readApart"]>;
  poll?: NonNullable<EvmChainOptions["poll"]>;
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}

/**
 * Indexes one EVM chain until the signal ends it: learns its id, opens its store, and follows it.
 * @throws StoreError, ConfigError when the store can't be had
 */
export async function runEvmIndexer(options: EvmIndexerOptions): Promise<void> {
  const { chain, stores, now, log, signal } = options;
  const client = openEvm(chain.rpcUrl);
  const source = openSource(chain);
  const outage = new Outage(log);
  const met = await askUntilAnswered(() => meetChain(client, chain, signal), {
    ...options,
    onTrouble: (error, delayMs) => outage.begins(EVM_STREAM, error, delayMs),
    onAnswer: () => outage.ends(EVM_STREAM),
  });
  if (met === undefined) return;
  expectId(met.id, chain);
  const store = await stores.open(`evm/${met.id}`, { mode: "write", nowMs: now() });
  const claim = { name: LEASE_NAME, holder: options.holder };
  try {
    await whileHolding(store.db, claim, {
      ...options,
      work: (signal) => indexStore({ ...options, signal, store, claim, source, client }, met),
    });
  } finally {
    await store.close();
  }
}

type HolderOptions = EvmIndexerOptions & Pick<EvmChainOptions, "store" | "claim" | "source" | "client">;

async function indexStore(options: HolderOptions, { id, facts }: MetChain): Promise<void> {
  const { chain, store, claim } = options;
  const notice = await leaveOtherNetwork(id, options);
  await asHolder(store.db, claim, async (trx) =>
    writeEvmFacts(trx, {
      ...chain.facts,
      ...facts,
      evmChainId: String(id),
      rpcUrl: publicUrl(chain.rpcUrl),
      pageTokenKey: (await readEvmFacts(trx)).pageTokenKey ?? newPageTokenKey(),
    }),
  );
  const asked = options.stores.mailbox(String(id));
  const following = { ...options, notice, asked, sample: openSample(options) };
  await followChain({ ...following, idle: [metadataJob(following)] });
}

/** What waits for these answers is blocks. */
const SAMPLE_TIMEOUT_MS = 5_000;

function openSample({ chain: { rpcUrl, indexUrl }, now, sleep, log, signal }: HolderOptions): BalanceSample {
  const limits = { timeoutMs: SAMPLE_TIMEOUT_MS };
  const node = indexUrl === undefined ? undefined : openNode(indexUrl, limits);
  const avaxAssetId = node && (() => node.getStakingAssetId({ signal }));
  return new BalanceSample({ client: openEvm(rpcUrl, limits), avaxAssetId, now, sleep, log });
}

type Following = Omit<EvmChainOptions, "traces"> & Pick<EvmIndexerOptions, "chain">;

/**
 * Follows the chain, and begins again where it ended when the node's debug API comes or goes.
 * @throws ConfigError WRONG_NETWORK once the node serves another chain
 */
async function followChain(options: Following): Promise<void> {
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

/** After how long the node is asked again what it is. */
const KNOWN_MS = 60_000;
/** A node serves another chain once it has said so this often in a row: one odd answer is none. */
const TIMES = 3;

/**
 * Returns once the node has a debug API where it had none, or none where it had one; or with the signal.
 * @throws ConfigError WRONG_NETWORK once it serves another chain
 */
async function untilChanged(traces: boolean, options: Following): Promise<void> {
  const { chain, client, signal, log } = options;
  let others = 0;
  while (!signal.aborted) {
    await untilPassed(others === 0 ? KNOWN_MS : 0, options);
    if (signal.aborted) return;
    const id = await client.getEvmChainId({ signal }).catch(unlessAway(signal));
    if (id !== undefined) others = isExpected(id, chain) ? 0 : others + 1;
    if (id !== undefined && others >= TIMES) expectId(id, chain);
    const is = await hasDebugApi(client, signal).catch(unlessAway(signal));
    if (is === undefined || is === traces || signal.aborted) continue;
    log.info(is ? "the node traces transactions now" : "the node has no debug API any more");
    return;
  }
}

function unlessAway(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof NodeError || signal.aborted)) throw error;
  };
}

/** Reads the metadata of the chain's NFTs. */
function metadataJob(options: HolderOptions & Pick<EvmChainOptions, "asked">): IdleJob<unknown> {
  const client = openEvm(options.chain.rpcUrl, { maxBytes: URI_ANSWER_BYTES, timeoutMs: 15_000 });
  const media = options.media && openMedia(options.media);
  return ({ signal }) => runMetadata({ ...options, client, media, signal });
}

/** A node that serves another chain now must not go on in this one's store. */
function expectId(id: number, chain: EvmChainConfig): void {
  if (isExpected(id, chain)) return;
  throw new ConfigError(
    "WRONG_NETWORK",
    `${publicUrl(chain.rpcUrl)} answers for EVM chain ${id} now, it was ${chain.evmChainId}`,
    { hint: "nothing is to be done: it is indexed as the chain that it is" },
  );
}

function isExpected(id: number, { evmChainId }: EvmChainConfig): boolean {
  return evmChainId === undefined || id === evmChainId;
}

/** What a chain's node said of it. */
interface MetChain {
  id: number;
  facts: EvmFacts;
}

/** The chain's id, and of the C-Chain what the Primary Network calls it. */
async function meetChain(
  client: EvmClient,
  { indexUrl }: EvmChainConfig,
  signal: AbortSignal,
): Promise<MetChain> {
  const id = await client.getEvmChainId({ signal });
  if (indexUrl === undefined) return { id, facts: {} };
  const blockchainId = await openNode(indexUrl).getBlockchainId("C", { signal });
  const facts = { subnetId: formatId(PRIMARY_NETWORK_ID), vmId: formatId(EVM_VM_ID) };
  return {
    id,
    facts: blockchainId === undefined ? facts : { ...facts, blockchainId: formatId(blockchainId) },
  };
}

/** The VM of the C-Chain. Ids of built-in VMs are their names, padded with zeros. */
export const EVM_VM_ID = concatBytes(new TextEncoder().encode("evm"), new Uint8Array(29));
