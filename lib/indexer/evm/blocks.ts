import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import type { EvmClient } from "../../client/evm";
import { DataError, NodeError } from "../../errors";
import type { Log } from "../../log";
import { isStored, moveCheckpoint, readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { deleteContractQuestions } from "../../store/bookkeeping/contract-questions";
import { type EvmHistory, readHistory, writeHistory } from "../../store/bookkeeping/history";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { findAddresses, lastAddressId } from "../../store/queries/by-key";
import { findUnsettledBlocks, readBlock } from "../../store/queries/evm/block";
import { findLastEpoch } from "../../store/queries/evm/epochs";
import { writeEvmBatch } from "../../store/rows/evm-batch";
import type { EvmStore } from "../../store/stores";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { EpochTable } from "../../store/tables/evm/chain";
import { retryCommit } from "../follow/commit";
import type { Poll } from "../follow/poll";
import { type AskOptions, askUntilAnswered, type ReaderOptions } from "../follow/read";
import type { NodeEnd, StoredState, Verbs } from "../follow/verbs";
import { Dictionary } from "../rows/dictionary";
import type { BalanceSample } from "./facts/balance-sample";
import { FirstQuestions } from "./facts/first-questions";
import type { ExecutedBlock } from "./feed/block";
import { type BlockRun, type FeedStart, type OpenFeed, readBlocks } from "./feed/feed";
import { findAvailable } from "./feed/older";
import type { BlockSource } from "./feed/source";
import { LackingBlocks } from "./rows/lacking-blocks";
import { projectLogs } from "./rows/logs";
import { beginProjection, prepare } from "./rows/prepare";
import { projectBlock } from "./rows/project";
import { ActiveAddresses } from "./stats/active-addresses";

export interface BlockOptions extends Pick<AskOptions, "now" | "sleep"> {
  store: EvmStore;
  claim: Claim;
  source: BlockSource;
  client: EvmClient;
  /** Reads in another thread until the head. Used while more blocks than `behind` are missing. */
  readInThread?: { open: OpenFeed; lag: number };
  /** The pauses at the head. Another party may end them early. */
  poll?: Poll;
  /**
   * Begins an empty store with the newest blocks, if the chain has more than `farther`; older ones are read later. Unless
   * given it begins with the chain's first block.
   */
  begin?: { farther: number; blocks: number } | undefined;
  /** Compares traces at the head with the node's state. */
  sample?: BalanceSample;
  /** Whether to read traces. Without a debug API there are none, and so no internal transactions. */
  traces: boolean;
  /** Stores no logs. */
  leaveOutLogs?: boolean | undefined;
  log: Log;
}

/** The name of the only stream of an EVM store. */
export const EVM_STREAM = "blocks";

/** What is kept in memory between the batches of an EVM store. */
export interface BlockState extends StoredState {
  epoch: EpochTable;
  addresses: Dictionary;
  active: ActiveAddresses;
  /** The first block that figures counted when `active` was loaded. */
  countedFrom?: number | undefined;
  /** Addresses known to have items in the epoch. */
  members: Set<number>;
}

/** How the blocks of an EVM chain are read, checked and stored. Everything else is the follower's. */
export function blockVerbs(options: BlockOptions): Verbs<BlockState, BlockRun, never> {
  const { store, source, traces, claim, now, leaveOutLogs = false } = options;
  const questions = new FirstQuestions(options.client, options);
  /** The history of an empty store, from the block that is read first. */
  let begins = historyFrom(0, source);

  async function feedStart({ checkpoint }: BlockState, begins = 0): Promise<FeedStart> {
    const { next_index: index = begins, head_id: hash, height = 0, time = 0 } = checkpoint ?? {};
    const parent = hash && { hash, height, time };
    return { index, parent, unsettled: await findUnsettledBlocks(store.db), traces };
  }

  async function* readHere(start: FeedStart, reader: ReaderOptions): AsyncGenerator<BlockRun, void, void> {
    for await (const blocks of readBlocks(start, { ...options, ...reader })) yield [blocks];
  }

  /** The number of the block with which an empty store begins: nodes may lack the first ones. */
  async function whereToBegin(head: number, reader: ReaderOptions): Promise<number> {
    const { begin } = options;
    if (begin === undefined) return 0;
    const wanted = head >= begin.farther ? head + 1 - begin.blocks : 0;
    const found = (await findAvailable(wanted, head + 1, { ...options, ...reader })) ?? wanted;
    source.countFrom?.(source.firstHeight);
    return found > head ? wanted : found;
  }

  /** Whether the node has our last block. */
  async function isAtHead({ checkpoint }: BlockState, signal: AbortSignal): Promise<boolean> {
    if (checkpoint === undefined) return true;
    const [theirs] = await source.read(checkpoint.next_index - 1, 1, signal);
    return theirs !== undefined && equalBytes(theirs.hash, checkpoint.head_id);
  }

  return {
    name: EVM_STREAM,
    remedy: "name the right node",

    async load() {
      const { db } = store;
      return {
        checkpoint: await readCheckpoint(db, EVM_STREAM),
        epoch: await findLastEpoch(db),
        addresses: new Dictionary((bytes) => findAddresses(db, bytes), await lastAddressId(db)),
        active: new ActiveAddresses(),
        members: new Set(),
      };
    },

    async *open(state, reader) {
      const { readInThread } = options;
      const { checkpoint } = state;
      if (checkpoint) source.countFrom?.(checkpoint.height + 1 - checkpoint.next_index);
      const ask = async () => ({ head: await source.head(reader.signal) });
      const answer = await askUntilAnswered(ask, reader);
      if (answer === undefined) return;
      const head = answer.head?.index ?? -1;
      const start = await feedStart(state, checkpoint || head < 0 ? 0 : await whereToBegin(head, reader));
      begins = historyFrom(start.index, source);
      const missing = head - start.index;
      const isFar = readInThread !== undefined && missing > readInThread.lag;
      await store.bulk(isFar);
      yield* isFar ? readInThread.open(start, reader) : readHere(start, reader);
    },

    async write(state, run, signal) {
      const history = (await readHistory(store.db)) ?? begins;
      const isSame = state.countedFrom === history.countedFrom;
      const active = isSame ? state.active : new ActiveAddresses();
      const shared = { ...state, active, store, questions, history, signal };
      const projection = await beginProjection((state.checkpoint?.height ?? -1) + 1, shared);
      const lacking = [LackingBlocks.untraced(), LackingBlocks.unlogged(leaveOutLogs)];
      let [first, last]: (ExecutedBlock | undefined)[] = [];
      for await (const blocks of run) {
        const begun = first ?? state.checkpoint;
        if (begun === undefined && blocks[0]) projection.beginLists(blocks[0].height, source.firstHeight);
        if (!(await prepare(projection, blocks, { ...shared, nowMs: now() }))) return { state };
        for (const block of blocks) {
          projectBlock(projection, block, now());
          if (!leaveOutLogs) projectLogs(projection.batch, block);
          for (const each of lacking) each.add(block);
        }
        first ??= blocks[0];
        last = blocks.at(-1);
      }
      if (first === undefined || last === undefined) return { state };
      const batch = await projection.finish(store.db);
      // Questions to the node that were cut off would not be asked again.
      if (signal.aborted) return { state };
      const checkpoint = checkpointOf(last);
      const commit = () =>
        asHolder(store.db, claim, async (trx) => {
          await moveCheckpoint(trx, state.checkpoint, checkpoint);
          await writeEvmBatch(trx, batch);
          // An index that begins later may have been read from its beginning.
          const from = first.height - source.firstHeight;
          if (state.checkpoint === undefined) await writeHistory(trx, historyFrom(from, source));
          await deleteContractQuestions(trx, projection.answeredQuestions);
          for (const each of lacking) await each.write(trx);
        });
      const isDone = () => isStored(store.db, checkpoint);
      await retryCommit(commit, { ...options, signal, isDone });
      const countedFrom = projection.counts ? history.countedFrom : undefined;
      return { state: { ...state, checkpoint, active, countedFrom, epoch: projection.epoch } };
    },

    async look(state, asking) {
      const reader = { ...asking, onHead: () => {}, untilHead: true };
      const feed = readBlocks(await feedStart(state), { ...options, ...reader });
      try {
        const { value, done } = await feed.next();
        return done ? { fits: await isAtHead(state, asking.signal) } : { fits: true, run: [value] };
      } finally {
        await feed.return();
      }
    },

    async compareEnd({ checkpoint }, head, signal): Promise<NodeEnd> {
      const { next_index = 0, height = 0 } = checkpoint ?? {};
      const has = head ? `blocks up to number ${head.index}` : "no block";
      const text = `the node has ${has}, Firn up to ${next_index - 1}`;
      if (head === undefined) return { history: "unknown", text };
      const mine = await readBlock(store.db, height - (next_index - 1 - head.index));
      const [theirs] = await source.read(head.index, 1, signal).catch((error: unknown) => {
        if (error instanceof NodeError || error instanceof DataError || signal.aborted) return [];
        throw error;
      });
      if (mine === undefined || theirs === undefined) return { history: "unknown", text };
      if (equalBytes(mine.hash, theirs.hash)) return { history: "same", text };
      const differs = `block ${mine.height} is ${toHex(mine.hash)}, the node's is ${toHex(theirs.hash)}`;
      return { history: "other", text: `${text}, and ${differs}` };
    },

    notice: async () => noticeOf(await readHistory(store.db)),
  };
}

/** The history of a store that begins with the block of a number. */
function historyFrom(index: number, source: BlockSource): EvmHistory {
  const height = index + source.firstHeight;
  return { firstHeight: height, older: index > 0 ? "wanted" : "none", countedFrom: height };
}

/** What the store lacks, for its status. */
function noticeOf(history: EvmHistory | undefined): string | undefined {
  if (history === undefined) return undefined;
  if (history.older === "wanted") return "older blocks are still being read, the newest first";
  if (history.countedTo !== undefined)
    return "all blocks have arrived; balances and statistics are being counted again from the first one";
  return history.older === "missing"
    ? `the node has no blocks before ${history.firstHeight}: balances and statistics count from there`
    : undefined;
}

function checkpointOf({ index, hash, height, time }: ExecutedBlock): CheckpointTable {
  return { stream: EVM_STREAM, next_index: index + 1, head_id: hash, head_block_id: hash, height, time };
}
