import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { ConfigError, DataError } from "../../errors";
import type { Log } from "../../log";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { Claim } from "../../store/bookkeeping/lease";
import { findFirstBlock, readBlock } from "../../store/queries/evm/block";
import type { Archive, EvmStore, EvmStoreId, Stores } from "../../store/stores";
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

/** Chains whose stores are never set aside by themselves: a mistaken URL must not cost a week of indexing. */
const PUBLIC_CHAINS = [43114, 43113];
/** Nor are stores that hold more blocks than that. */
const MOST_BLOCKS = 100_000;
/** As often, and that long apart, a node must say that its chain is another one. */
const TIMES = 3;
const BETWEEN_MS = 2_000;

/**
 * Networks of one's own begin anew under the same chain id: a store of another history than the node's is set aside, and
 * taken back when its network returns.
 * @returns what is missing at the beginning of a store that stays; undefined when nothing is
 * @throws ConfigError WRONG_NETWORK when it is too much to be set aside
 */
export async function leaveOtherNetwork(
  evmChainId: number,
  options: LeaveOptions,
): Promise<string | undefined> {
  const { store, stores, claim, now, log, signal, sleep } = options;
  const first = await findFirstBlock(store.db);
  if (first === undefined) return takeBackStore(evmChainId, options);
  const end = await readCheckpoint(store.db, EVM_STREAM);
  for (let time = 0; time < TIMES; time++) {
    if (time > 0) await sleep(BETWEEN_MS, signal);
    const [begins] = await readOne(0, options);
    if (begins === undefined || begins.height !== first.height) return missing(first, begins, options);
    if (equalBytes(begins.hash, first.hash)) return undefined;
    const [ends] = end === undefined ? [] : await readOne(end.next_index - 1, options);
    if (end !== undefined && ends !== undefined && equalBytes(ends.hash, end.head_id)) return undefined;
    const says = `the store begins with block ${toHex(first.hash)}, the node with ${toHex(begins.hash)}`;
    if (PUBLIC_CHAINS.includes(evmChainId) || (end?.height ?? 0) - first.height >= MOST_BLOCKS)
      throw new ConfigError("WRONG_NETWORK", `${says}, for EVM chain ${evmChainId}`, {
        hint: "name a node of the store's chain, or run `firn reset` to index this one",
      });
  }
  if (signal.aborted) return undefined;
  const archive = await stores.archive(idOf(evmChainId), store.db, { claim, nowMs: now() });
  log.warn(
    `the EVM chain begins otherwise than its store: the store is now ${archive}, indexing starts afresh`,
  );
  return takeBackStore(evmChainId, options);
}

/** Puts the newest store that was set aside of the node's chain, if there is one, in the place of an empty one. */
async function takeBackStore(evmChainId: number, options: LeaveOptions): Promise<undefined> {
  const { store, stores, claim, now, log, signal } = options;
  for (const archive of await stores.archives(idOf(evmChainId))) {
    if (!(await isOfNode(archive, options)) || signal.aborted) continue;
    await stores.restore(archive, store.db, { claim, nowMs: now() });
    log.warn(`the store of the node's chain, which was set aside as ${archive.name}, is taken back`);
    return;
  }
}

/**
 * Whether the node has the first and the last block of a store that was set aside; while it has less than the store, its
 * own last one. Its first alone is not enough: other histories may begin with it.
 */
async function isOfNode(archive: Archive<EvmStoreId>, options: LeaveOptions): Promise<boolean> {
  const aside = await options.stores.openArchive(archive, options.now());
  try {
    const first = await findFirstBlock(aside.db);
    const end = await readCheckpoint(aside.db, EVM_STREAM);
    if (first === undefined || end === undefined) return false;
    const [begins] = await readOne(0, options);
    if (begins === undefined || !equalBytes(begins.hash, first.hash)) return false;
    const last = end.next_index - 1;
    const head = await ask(() => options.source.head(options.signal), options);
    const at = Math.min(last, head?.index ?? 0);
    if (at === 0 && last > 0) return false;
    const mine = await readBlock(aside.db, end.height - (last - at));
    const [theirs] = await readOne(at, options);
    return mine !== undefined && theirs !== undefined && equalBytes(theirs.hash, mine.hash);
  } finally {
    await aside.close();
  }
}

function idOf(evmChainId: number): EvmStoreId {
  return `evm/${evmChainId}`;
}

/** The block of a number; none while the node has none that is one. */
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

/** An L1's first block is block 0, whatever a node once answered for it. */
function missing(
  { height }: EvmBlockTable,
  begins: SourceBlock | undefined,
  { chain }: LeaveOptions,
): string | undefined {
  if (chain.indexUrl !== undefined || height === 0 || begins === undefined) return undefined;
  return `the store begins with block ${height}: blocks 0 to ${height - 1} are missing, \`firn reset\` indexes them`;
}
