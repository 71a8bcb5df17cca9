import { toHex } from "../avalanche/codec/bytes";
import type { NodeClient } from "../client/node";
import type { CandidateNode } from "../contract/firn/status";
import { ConfigError, NodeError } from "../errors";
import type { Log } from "../log";
import { readCheckpoint } from "../store/bookkeeping/checkpoint";
import type { Claim } from "../store/bookkeeping/lease";
import { type NetworkFacts, readNetwork } from "../store/bookkeeping/network";
import { clearStore } from "../store/clear";
import type { PrimaryDb } from "../store/db";
import { listRuns } from "../store/queries/container-run";
import { decodeRun, type StoredContainer } from "../store/rows/container-run";
import type { Archive, Store, Stores } from "../store/stores";
import { isOff } from "./follow/blocks";
import { isSameContainer, openSource } from "./follow/source";
import { isBare } from "./follow/state";
import { ALL_STREAMS, type Stream } from "./follow/stream";
import { askIdentity, type Identity } from "./node-facts";

export interface OtherNetworkOptions {
  node: NodeClient;
  stores: Stores;
  claim: Claim;
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}

type NodeOptions = Pick<OtherNetworkOptions, "node" | "sleep" | "signal">;

/** A store counts as another network's once the node has said so this often, with a pause in between. */
const REPEATS = 3;
const PAUSE_MS = 2_000;

/**
 * Whether a node is on a different network than the store: it says so repeatedly, with more than one of its ids, and
 * its history lacks the store's first container.
 * @throws NodeError NODE_BAD_ANSWER when only one of its ids differs, or when it has the store's first container
 */
export async function isOtherNetwork(
  { db }: Pick<Store, "db">,
  identity: Identity,
  { node, sleep, signal }: NodeOptions,
): Promise<boolean> {
  const stored = await readNetwork(db);
  const first = await readFirst(db);
  for (let reported = identity, times = 1; ; reported = await askIdentity(node, signal), times++) {
    const differing = differingIds(stored, reported);
    if (differing.length === 0) return false;
    if (differing.length === 1 || (first && (await hasContainer(db, first, { node, signal })))) {
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `the node at ${node.origin} has a different ${differing.join(" and ")} than the store, but otherwise matches it`,
        { hint: "check that FIRN_NODE_URL leads to a single node" },
      );
    }
    if (times === REPEATS) return true;
    await sleep(PAUSE_MS, signal);
  }
}

/**
 * Whether a node with the same ids has a different history: asked repeatedly, it has another first block and does not
 * have ours.
 */
export async function isOtherHistory(
  { db }: Pick<Store, "db">,
  { node, sleep, signal }: NodeOptions,
): Promise<boolean> {
  const mine = await readFirst(db);
  for (let times = 0; mine && times < REPEATS && !signal.aborted; times++) {
    if (times > 0) await sleep(PAUSE_MS, signal);
    const theirs = await readTheirs(db, mine, { node, signal });
    if (!theirs || isSameContainer(mine.stream, theirs, mine.container)) return false;
    if (await hasContainer(db, mine, { node, signal })) return false;
  }
  return mine !== undefined && !signal.aborted;
}

/** Networks whose stores are never archived automatically: a mistaken URL must not cost a week of indexing. */
const PUBLIC_NETWORKS = [1, 5];
/** On other networks too, a store with this many containers takes hours to index. */
const PROTECTED_FROM_CONTAINERS = 100_000;

/**
 * Makes room for the node's network: archives the store of another network, unless that is too large to index again.
 * @throws ConfigError WRONG_NETWORK when it is too large
 * @throws NodeError NODE_BAD_ANSWER when another of several nodes may be of the store's network
 */
export async function archiveOtherNetwork(
  store: Store,
  networkId: number,
  { stores, now, log, node, claim }: OtherNetworkOptions,
): Promise<void> {
  const { db } = store;
  const stored = (await readNetwork(db)).networkId;
  const containers = await countContainers(db);
  if (containers === 0) return clearStore(db, claim);
  await requireAllOthers(node, stores);
  const isPublic = [Number(stored), networkId].some((id) => PUBLIC_NETWORKS.includes(id));
  if (isPublic || containers >= PROTECTED_FROM_CONTAINERS) {
    throw new ConfigError(
      "WRONG_NETWORK",
      `the store is for network ${stored}, but the node at ${node.origin} is on another: network ${networkId}`,
      { hint: "set FIRN_NODE_URL to a node on the store's network, or run `firn reset` to index this one" },
    );
  }
  const archive = await stores.archive("primary", db, { claim, nowMs: now() });
  log.warn(
    `the node is on a different network than the store: the store is archived as ${archive}, indexing starts over`,
  );
}

/** Of several nodes, one of the store's network will be used instead, at once or when it is there again. */
async function requireAllOthers({ origin }: NodeClient, stores: Stores): Promise<void> {
  const isOther = ({ state }: CandidateNode) => state === "other-network" || state === "other-history";
  if ((await stores.readKnownNodes()).every(isOther)) return;
  throw new NodeError("NODE_BAD_ANSWER", `the node at ${origin} is on a different network than the store`, {
    hint: "check that the URLs in FIRN_NODE_URL lead to nodes of the same network",
  });
}

/** Replaces an empty store with the newest archive of the node's network, if there is one. */
export async function restoreStore(
  store: Store,
  identity: Identity,
  options: OtherNetworkOptions,
): Promise<void> {
  const { stores, now, log, claim } = options;
  const archives = await stores.archives("primary");
  if (archives.length === 0 || (await countContainers(store.db)) > 0) return;
  for (const archive of archives) {
    if (!(await isOfNode(archive, identity, options))) continue;
    await stores.restore(archive, store.db, { claim, nowMs: now() });
    log.warn(`restored the store of the node's network, which was archived as ${archive.name}`);
    return;
  }
}

async function isOfNode(
  archive: Archive<"primary">,
  identity: Identity,
  { node, stores, now, signal }: OtherNetworkOptions,
): Promise<boolean> {
  const store = await stores.openArchive(archive, now());
  try {
    const facts = await readNetwork(store.db);
    const first = await readFirst(store.db);
    return (
      differingIds(facts, identity).length === 0 &&
      !!first &&
      (await hasContainer(store.db, first, { node, signal }))
    );
  } finally {
    await store.close();
  }
}

/** Names of the stored ids that differ from the node's. */
function differingIds(stored: NetworkFacts, { networkId, network }: Identity): string[] {
  const ids = [
    ["network id", stored.networkId, String(networkId)],
    ["X-Chain", stored.xChainId, toHex(network.xChainId)],
    ["C-Chain", stored.cChainId, toHex(network.cChainId)],
    ["AVAX asset", stored.avaxAssetId, toHex(network.avaxAssetId)],
  ] as const;
  return ids.flatMap(([name, mine, theirs]) => (mine === undefined || mine === theirs ? [] : [name]));
}

interface First {
  stream: Stream;
  container: StoredContainer;
}

/** The first stored container, of the first stream that has any. */
async function readFirst(db: PrimaryDb): Promise<First | undefined> {
  for (const stream of ALL_STREAMS) {
    const [run] = await listRuns(db, stream.name, { from: 0, limit: 1 });
    const container = run && decodeRun(run)[0];
    if (container) return { stream, container };
  }
  return undefined;
}

/** Whether the node has a container, in its index under any number, or by height. */
async function hasContainer(
  db: PrimaryDb,
  mine: First,
  options: Pick<NodeOptions, "node" | "signal">,
): Promise<boolean> {
  const { stream, container } = mine;
  const { node, signal } = options;
  try {
    if (await node.isAccepted(stream.name, container.containerId, { signal })) return true;
    if (!isBare(container)) return false;
  } catch (error) {
    if (!isOff(error)) throw error;
  }
  const theirs = await readTheirs(db, mine, options);
  return theirs !== undefined && isSameContainer(stream, theirs, container);
}

/** The node's container with the number of a stored one. */
async function readTheirs(
  db: PrimaryDb,
  { stream, container: { index } }: First,
  { node, signal }: Pick<NodeOptions, "node" | "signal">,
): Promise<StoredContainer | undefined> {
  const source = await openSource(db, { node, stream, stored: () => index + 1 });
  const head = await source.head(signal);
  return head && head.index >= index ? (await source.read(index, 1, signal))[0] : undefined;
}

/** Number of stored containers of all streams. */
async function countContainers(db: PrimaryDb): Promise<number> {
  let count = 0;
  for (const { name } of ALL_STREAMS) count += (await readCheckpoint(db, name))?.next_index ?? 0;
  return count;
}
