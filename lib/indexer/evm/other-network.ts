import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { ConfigError, DataError } from "../../errors";
import type { Log } from "../../log";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { Claim } from "../../store/bookkeeping/lease";
import { findFirstBlock, readBlock } from "../../store/queries/evm/block";
import type { Archive, EvmStore, EvmStoreId, Stores } from "../../store/stores";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { EvmBlockTable } from "../../store/tables/evm/chain";
import { askUntilAnswered, type ReaderOptions } from "../follow/read";
import { EVM_STREAM } from "./blocks";
import type { SourceBlock } from "./feed/block";
import type { BlockSource, ChainAddress } from "./feed/source";

interface LeaveOptions extends Pick<ReaderOptions, "now" | "sleep" | "signal"> {
  chain: ChainAddress;
  store: EvmStore;
  claim: Claim;
  source: BlockSource;
  stores: Stores;
  log: Log;
}

/** Chains whose stores are never archived automatically: a mistyped URL must not cost a week of indexing. */
const PUBLIC_CHAINS = [43114, 43113];
/** Stores with more blocks than this are not archived either. */
const MOST_BLOCKS = 100_000;
/** A node must report the other chain this often, with this pause in between. */
const REPEATS = 3;
const PAUSE_MS = 2_000;

/**
 * Handles a node of another history. Private networks start over under the same chain id: their old store is archived,
 * and restored when its network returns.
 * @throws ConfigError WRONG_NETWORK when the store is too large to be archived
 */
export async function archiveOtherNetwork(evmChainId: number, options: LeaveOptions): Promise<void> {
  const { store, stores, claim, now, log, signal, sleep } = options;
  const first = await findFirstBlock(store.db);
  if (first === undefined) return restoreStore(evmChainId, options);
  const end = await readCheckpoint(store.db, EVM_STREAM);
  for (let time = 0; time < REPEATS; time++) {
    if (time > 0) await sleep(PAUSE_MS, signal);
    const [nodeFirst] = await readOne(numberOf(first, end), options);
    if (nodeFirst?.height !== first.height || equalBytes(nodeFirst.hash, first.hash)) return;
    const [nodeLast] = end === undefined ? [] : await readOne(end.next_index - 1, options);
    if (end !== undefined && nodeLast !== undefined && equalBytes(nodeLast.hash, end.head_id)) return;
    const mismatch = `the store begins with block ${toHex(first.hash)}, the node with ${toHex(nodeFirst.hash)}`;
    if (PUBLIC_CHAINS.includes(evmChainId) || (end?.height ?? 0) - first.height >= MOST_BLOCKS)
      throw new ConfigError("WRONG_NETWORK", `${mismatch}, for EVM chain ${evmChainId}`, {
        hint: "name a node of the store's chain, or run `firn reset` to index this one",
      });
  }
  if (signal.aborted) return;
  const archive = await stores.archive(idOf(evmChainId), store.db, { claim, nowMs: now() });
  log.warn(
    `the EVM chain's first block differs from its store's: the store is archived as ${archive}, indexing starts over`,
  );
  return restoreStore(evmChainId, options);
}

/** Restores the newest archive of the node's chain, if there is one, in place of an empty store. */
async function restoreStore(evmChainId: number, options: LeaveOptions): Promise<void> {
  const { store, stores, claim, now, log, signal } = options;
  for (const archive of await stores.archives(idOf(evmChainId))) {
    if (!(await isNodesChain(archive, options)) || signal.aborted) continue;
    await stores.restore(archive, store.db, { claim, nowMs: now() });
    log.warn(`the store of the node's chain is restored from ${archive.name}`);
    return;
  }
}

/**
 * Whether the node has the first and the last block of an archive. A node that has fewer blocks is compared at its own
 * last one. The first alone is not enough: different histories may share it.
 */
async function isNodesChain(archive: Archive<EvmStoreId>, options: LeaveOptions): Promise<boolean> {
  const archived = await options.stores.openArchive(archive, options.now());
  try {
    const first = await findFirstBlock(archived.db);
    const end = await readCheckpoint(archived.db, EVM_STREAM);
    if (first === undefined || end === undefined) return false;
    const number = numberOf(first, end);
    const [nodeFirst] = await readOne(number, options);
    if (nodeFirst === undefined || !equalBytes(nodeFirst.hash, first.hash)) return false;
    const last = end.next_index - 1;
    const head = await ask(() => options.source.head(options.signal), options);
    const at = Math.min(last, head?.index ?? 0);
    if (at <= number && last > number) return false;
    const mine = await readBlock(archived.db, end.height - (last - at));
    const [theirs] = await readOne(at, options);
    return mine !== undefined && theirs !== undefined && equalBytes(theirs.hash, mine.hash);
  } finally {
    await archived.close();
  }
}

/** Number in the source of a store's first block. */
function numberOf(first: EvmBlockTable, end: CheckpointTable | undefined): number {
  return end === undefined ? 0 : end.next_index - 1 - (end.height - first.height);
}

function idOf(evmChainId: number): EvmStoreId {
  return `evm/${evmChainId}`;
}

/** The block with this number; empty if the node has none, or one that is not valid. */
async function readOne(index: number, options: LeaveOptions): Promise<readonly SourceBlock[]> {
  const { source, signal } = options;
  const read = async () => {
    const head = await source.head(signal);
    return head === undefined || head.index < index ? [] : source.read(index, 1, signal);
  };
  try {
    const found = await ask(read, options);
    return found?.filter((block) => block.index === index) ?? [];
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}

function ask<T>(question: () => Promise<T>, { now, sleep, signal }: LeaveOptions): Promise<T | undefined> {
  return askUntilAnswered(question, { now, sleep, signal });
}
