import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import type { IndexName } from "../../contract/node/index";
import { NodeError } from "../../errors";
import type { Log } from "../../log";
import { asHolder } from "../../store/bookkeeping/lease";
import { deleteRejections, writeRejection } from "../../store/bookkeeping/stream-status";
import { readContainer } from "../../store/queries/container-run";
import { findFirstHeight } from "../../store/queries/first-height";
import { readGraph } from "../../store/queries/graph";
import { chainOfStream } from "../../store/queries/stream";
import type { StoredContainer } from "../../store/rows/container-run";
import { packRuns } from "../../store/rows/pack";
import { type BlockNode, Blocks } from "./blocks";
import { type Checked, checkContainers } from "./check";
import type { OpenContainers, ReadBatch } from "./container-feed";
import { BlockFailure } from "./failure";
import type { Follower } from "./follow";
import { IndexSource } from "./index-source";
import { untilStored } from "./linear";
import { addOlderBlocks } from "./older-blocks";
import { type AskOptions, askUntilAnswered, type ReaderOptions } from "./read";
import { readContainers } from "./read-containers";
import { type ContainerSource, isSameContainer, openSource } from "./source";
import { headAt, headOf, loadState, type StreamState } from "./state";
import { STREAMS, type Stream } from "./stream";
import type { Failure, NodeEnd, Verbs } from "./verbs";
import { type WriteOptions, writeContainers } from "./write";

/** The verbs of the pipeline, each with a duration metric of its name. */
export type Verb = "read" | "verify" | "decode" | "project" | "commit";

export interface ContainerOptions extends Omit<WriteOptions, "observe"> {
  node: BlockNode;
  /** Reads in another thread while more containers than `lag` are missing. */
  readInThread?: { open: OpenContainers; lag: number } | undefined;
  log: Log;
  /** Blocks before the first stored one that are stored together. */
  olderRange?: number | undefined;
  /** The node has something new in a stream. */
  onNews?: (stream: IndexName) => void;
  /** Milliseconds that a verb took, per batch. */
  observe: (verb: Verb, milliseconds: number) => void;
}

type ContainerVerbs = Verbs<StreamState, Checked, StoredContainer>;
/** Follows one stream. */
export type ContainerFollower = Follower<StreamState, Checked, StoredContainer>;

/** This many single runs are packed together. */
const PACK_AFTER = 128;
/** At most this many may be unpacked after a process was killed. */
const UNPACKED_AT_START = 4_096;

/** Makes the verbs that follow a stream of containers. */
export function containerVerbs(stream: Stream, options: ContainerOptions): ContainerVerbs {
  const { db, lease, node, rules, now, observe } = options;
  const { name } = stream;
  /** Number of the container to be stored next. */
  let stored = 0;
  let opened: Promise<ContainerSource> | undefined;
  const source = async (state?: StreamState) => {
    opened ??= openSource(db, { node, stream, stored: () => stored });
    const from = await opened;
    // The first block may have been found by another thread.
    if (from instanceof Blocks && state?.checkpoint) from.hasBegun();
    return from;
  };
  /** Containers before it are packed. */
  let packedTo: number | undefined;

  async function load(): Promise<StreamState> {
    const state = await loadState(db, stream, rules);
    stored = nextIndex(state);
    packedTo ??= Math.max(0, nextIndex(state) - UNPACKED_AT_START);
    return state;
  }

  /** Whether something of the X-Chain's graph is missing that only the node's index has, which is off. */
  async function isUnreadable(): Promise<boolean> {
    const from = await source();
    if (!(from instanceof IndexSource && from.isOff)) return false;
    const { xChainId } = options.network;
    return (await readGraph(db, { xChainId, cortina: BigInt(options.rules.upgrades.cortina) })) === "part";
  }

  /** Waits for the blocks that may hold the same transactions. */
  async function untilBlocksStored(asking: AskOptions): Promise<void> {
    if (!stream.after) return;
    const linear = STREAMS[stream.after];
    const source = await openSource(db, { node, stream: linear, stored: () => 0 });
    await untilStored(db, { name: linear.name, source }, asking);
  }

  /** Containers after the state, from this thread or another one. */
  async function* openFeed(
    state: StreamState,
    reader: ReaderOptions,
  ): AsyncGenerator<Pick<ReadBatch, "containers" | "signedMs">, void, void> {
    const from = await source(state);
    const index = nextIndex(state);
    const observeRead = (milliseconds: number) => observe("read", milliseconds);
    if (!(await isFar(from, index, reader))) {
      const reading = { ...reader, idleMs: stream.idleMs, observe: observeRead };
      for await (const containers of readContainers(from, index, reading))
        yield { containers, signedMs: undefined };
      return;
    }
    const isEmpty = state.checkpoint === undefined;
    const start = { name, index, isEmpty, network: options.network };
    for await (const batch of options.readInThread?.open(start, reader) ?? []) {
      observeRead(batch.readMs);
      yield batch;
    }
  }

  /** Whether another thread is worth its memory. */
  async function isFar(from: ContainerSource, index: number, reader: ReaderOptions): Promise<boolean> {
    if (options.readInThread === undefined) return false;
    const ask = async () => (await from.head(reader.signal))?.index ?? -1;
    const head = await askUntilAnswered(ask, reader);
    return head !== undefined && head - index > options.readInThread.lag;
  }

  return {
    name,
    remedy: "point FIRN_NODE_URL at the right node",
    load,

    async *open(state, reader) {
      let head = headOf(state);
      for await (const { containers, signedMs } of openFeed(state, reader)) {
        await untilBlocksStored(reader);
        if (reader.signal.aborted) return;
        const checked = await checkContainers(head, containers, { ...options, stream, signedMs });
        const last = checked.blocks.at(-1);
        head = last ? headAt(last) : head;
        yield checked;
      }
    },

    async write(state, { blocks, failure }) {
      try {
        await writeContainers(state, blocks, options);
        stored = nextIndex(state);
        return { state, failure };
      } catch (error) {
        const failed = error instanceof BlockFailure ? blocks[error.index] : undefined;
        if (!(error instanceof BlockFailure) || !failed) throw error;
        const again = await load();
        await writeContainers(again, blocks.slice(0, error.index), options);
        stored = nextIndex(again);
        return { state: again, failure: { item: failed.container, error: error.reason } };
      }
    },

    // It is tried as a whole, even when it is the container that was rejected: its number, its time or the rules may
    // have changed.
    async look(state, asking) {
      const { signal } = asking;
      const head = headOf(state);
      const from = await source(state);
      const theirs = await from.read(head?.index ?? 0, head ? 2 : 1, signal);
      const [last] = head ? theirs.splice(0, 1) : [];
      const mine = head && (await readContainer(db, name, head.index));
      if (head && !(last && mine && isSameContainer(stream, last, mine))) return { fits: false };
      if (theirs.length === 0) return { fits: true };
      await untilBlocksStored(asking);
      return { fits: true, run: await checkContainers(head, theirs, { ...options, stream }) };
    },

    async compareEnd(state, theirs, signal): Promise<NodeEnd> {
      const has = theirs ? `ends at container ${theirs.index}` : "is empty";
      const text = `the node's index ${has}, the store's at ${nextIndex(state) - 1}`;
      const mine = theirs && (await readContainer(db, name, theirs.index));
      if (!mine) return { history: "unknown", text };
      if (theirs.containerId && equalBytes(mine.containerId, theirs.containerId))
        return { history: "same", text };
      const own = await readOne(await source(state), theirs.index, signal);
      if (!own) return { history: "unknown", text };
      if (isSameContainer(stream, own, mine)) return { history: "same", text };
      const differs = `container ${mine.index} is ${formatId(mine.containerId)}, the node has another`;
      return { history: "other", text: `${text}, and ${differs}` };
    },

    isUnreadable,

    async notice(state) {
      if (await isUnreadable())
        return stored === 0
          ? GRAPH_UNREADABLE
          : `the node's index is off: of what the X-Chain was before its first block, nothing after container ${stored - 1} can be read`;
      const chain = name.endsWith("/block") ? chainOfStream(name) : undefined;
      const first = chain === undefined ? undefined : await findFirstHeight(db, chain);
      if (first === undefined) return undefined;
      if (first > 1)
        return `the store begins with block ${first}, the first that the node had: what depends on earlier blocks is partial`;
      if (stream.keepsLedger && !state.ledger)
        return "the network's genesis is not known: rewards, supply and untouched genesis balances are not indexed (set FIRN_GENESIS, then restart Firn)";
      return undefined;
    },

    evidence: {
      async keep({ item, error }: Failure<StoredContainer>) {
        if (item === undefined) return;
        await asHolder(db, lease, (trx) =>
          writeRejection(trx, {
            stream: name,
            container_index: item.index,
            container_id: item.containerId,
            bytes: item.bytes,
            error_code: error.code,
            error_message: error.message,
            rejected_at_ms: now(),
          }),
        );
      },
      drop: () => asHolder(db, lease, (trx) => deleteRejections(trx, name)),
    },

    idle:
      name === "C/block"
        ? [({ alone, signal }) => addOlderBlocks({ ...options, stream, signal }, alone)]
        : [],

    onNews: () => options.onNews?.(name),

    async tidy(state) {
      if (packedTo === undefined || nextIndex(state) - packedTo < PACK_AFTER) return;
      packedTo = await packRuns(db, name, packedTo);
    },
  };
}

const GRAPH_UNREADABLE =
  "the node's index is off, and only the index has what the X-Chain was before its first block: it is not read, and X-Chain balances, outputs and assets that come from it are missing";

function nextIndex({ checkpoint }: StreamState): number {
  return checkpoint?.next_index ?? 0;
}

/** A container from the node; undefined when it does not answer. */
async function readOne(
  source: ContainerSource,
  index: number,
  signal: AbortSignal,
): Promise<StoredContainer | undefined> {
  try {
    return (await source.read(index, 1, signal))[0];
  } catch (error) {
    if (error instanceof NodeError || signal.aborted) return undefined;
    throw error;
  }
}
