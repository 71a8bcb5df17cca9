import { fromHex } from "../avalanche/codec/bytes";
import { formatId } from "../avalanche/ids";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { INDEX_NAMES, type IndexName } from "../contract/node/index";
import { ConfigError, DataError } from "../errors";
import type { RecordedContainer, RecordedEvmBlock, Recording } from "./recording";
import { formatTimestamp, timestampNs } from "./timestamp";

export type ChainName = "P" | "X" | "C";

/** A subnet's EVM chain, by its blockchain id. */
export type SubnetChain = `evm/${string}`;

/** A recorded container at its position in the chain, accepted or next to be. */
export interface HistoryEntry {
  readonly chain: ChainName | SubnetChain;
  /**
   * Index that it was recorded in: `P/block`, `X/block` or `C/block`; `X/tx` and `X/vtx` for those before
   * linearisation. A subnet's chain has none: its own name.
   */
  readonly index: IndexName | SubnetChain;
  /** Height of the block; undefined for other containers. Genesis is 0; no index holds it and nobody accepts it. */
  readonly height: number | undefined;
  /** Id, bytes and number as recorded. `timestamp` is that of this node's acceptance once accepted. */
  readonly container: RecordedContainer;
  /**
   * Bytes of the chain's own block, to be decoded. If they are not a container: all of the bytes. Empty for a subnet's
   * chain, of which nothing is decoded.
   */
  readonly inner: Uint8Array;
}

/** A container that this node has accepted. */
export interface Accepted extends HistoryEntry {
  /** Whether the node was indexing when it accepted it. */
  readonly indexed: boolean;
}

/**
 * What this node has accepted so far of a recording: the only source of every head, list and state in this room.
 * Containers are accepted one by one in the order of their recorded times, with P, X and C interleaved as they were.
 * Nothing changes within one turn of the event loop, so each answer is consistent.
 *
 * State of one's own (indexes, ledger, metrics) is built by `onAccepted` alone: it is called the same way for
 * containers accepted before this start, at it, or later. Readers call `height`, `block` and `last` when a request
 * arrives.
 */
export interface History {
  readonly recording: Recording;
  /** Height of the chain's last accepted block; 0 if only genesis is accepted. */
  height(chain: ChainName | SubnetChain): number;
  /** The chain's accepted block at a height; undefined above the last one, and for genesis. */
  block(chain: ChainName | SubnetChain, height: number): Accepted | undefined;
  /** The chain's last accepted block; undefined if only genesis is accepted. */
  last(chain: ChainName | SubnetChain): Accepted | undefined;
  /** What `acceptNext` will accept: known and preferred, not yet accepted. Undefined at the end of the recording. */
  next(): HistoryEntry | undefined;
  /** Number of containers accepted, and of all in the recording. */
  progress(): { accepted: number; recorded: number };
  /**
   * Accepts the next container: keeps it, makes it visible, and calls every listener. Undefined at the end of the
   * recording.
   */
  acceptNext(): Accepted | undefined;
  /**
   * Calls `listener` immediately for everything accepted so far, in order, and from then on for each acceptance before
   * `acceptNext` returns. Listeners are called in the order they were added. `height` and `last` already include the
   * container. Tests plant bytes that are not a block: a listener that cannot decode them must not throw.
   */
  onAccepted(listener: (accepted: Accepted) => void): void;
}

/**
 * How much is accepted at the start if the log is empty: everything, nothing, a share of the recording from 0 to 1, or
 * each chain up to a height (a chain that is left out: all of it).
 */
export type Start =
  | "all"
  | "manual"
  | number
  | { readonly [chain in ChainName | SubnetChain]?: number | undefined };

/** Where acceptances outlive the process. */
export interface AcceptanceLog {
  /** Everything that earlier runs kept, in the order of acceptance. */
  readonly kept: readonly KeptAcceptance[];
  /** Keeps more. Durable once it returns, even against a kill. */
  append(acceptances: readonly KeptAcceptance[]): void;
}

/** An acceptance as kept. Its bytes are in the recording. */
export interface KeptAcceptance {
  index: IndexName | SubnetChain;
  /** Container id, cb58; for a subnet's chain that of its block. */
  id: string;
  /** RFC 3339, up to nine fractional digits. */
  timestamp: string;
  indexed: boolean;
}

export interface HistoryOptions {
  recording: Recording;
  start: Start;
  /** Whether this run indexes; true by default. */
  indexed?: boolean | undefined;
  /** Without it nothing outlives the process. */
  log?: AcceptanceLog | undefined;
  /** Clock of acceptances from now on, unix nanoseconds. Without it all keep their recorded times. */
  nowNs?: (() => bigint) | undefined;
}

/**
 * Opens the history of a recording. Starts with what the log kept or, if that is empty, with what `start` says, at
 * recorded times. The recording is only read, and must not change meanwhile.
 * @throws ConfigError WRONG_NETWORK if the log belongs to another recording
 */
export function openHistory({ recording, start, indexed = true, log, nowNs }: HistoryOptions): History {
  const queues = openQueues(recording);
  const chains = new Map<string, Accepted[]>();
  const blocks = (chain: ChainName | SubnetChain) => chains.get(chain) ?? [];
  const all: Accepted[] = [];
  const listeners: ((accepted: Accepted) => void)[] = [];
  let newestNs = 0n;

  const enter = (entry: HistoryEntry, timestamp: string, isIndexed: boolean): Accepted => {
    const accepted = { ...entry, container: { ...entry.container, timestamp }, indexed: isIndexed };
    queues.take(entry);
    all.push(accepted);
    if (entry.height === 1) chains.set(entry.chain, []);
    if (entry.height !== undefined) blocks(entry.chain).push(accepted);
    const ns = timestampNs(timestamp);
    if (ns > newestNs) newestNs = ns;
    return accepted;
  };
  const clock = (entry: HistoryEntry): string => {
    if (nowNs === undefined) return entry.container.timestamp;
    // Strictly increasing, however coarse the clock is, and even if it is set back.
    const now = nowNs();
    return formatTimestamp(now > newestNs ? now : newestNs + 1n);
  };

  const history: History = {
    recording,
    height: (chain) => blocks(chain).length,
    // The first container of a complete index is block 1.
    block: (chain, height) => blocks(chain)[height - 1],
    last: (chain) => blocks(chain).at(-1),
    next: () => queues.next(),
    progress: () => ({ accepted: all.length, recorded: queues.length }),
    acceptNext() {
      const entry = queues.next();
      if (entry === undefined) return undefined;
      const timestamp = clock(entry);
      log?.append([keptOf(entry, timestamp, indexed)]);
      const accepted = enter(entry, timestamp, indexed);
      for (const listener of listeners) listener(accepted);
      return accepted;
    },
    onAccepted(listener) {
      all.forEach(listener);
      listeners.push(listener);
    },
  };

  for (const kept of log?.kept ?? []) enter(queues.expect(kept), kept.timestamp, kept.indexed);
  if (all.length === 0) {
    for (const entry of entriesAtStart(queues, start)) enter(entry, entry.container.timestamp, indexed);
    log?.append(all.map((accepted) => keptOf(accepted, accepted.container.timestamp, indexed)));
  }
  return history;
}

function keptOf({ index, container }: HistoryEntry, timestamp: string, indexed: boolean): KeptAcceptance {
  return { index, id: container.id, timestamp, indexed };
}

/** What `start` accepts, one by one: each entry is taken before the next is requested. */
function* entriesAtStart(queues: Queues, start: Start): Generator<HistoryEntry> {
  if (start === "manual") return;
  const share = start === "all" ? 1 : start;
  if (typeof share === "number") {
    const count = Math.floor(queues.length * share);
    for (let taken = 0; taken < count; taken++) {
      const entry = queues.next();
      if (entry !== undefined) yield entry;
    }
    return;
  }
  const isIncluded = ({ chain, height }: HistoryEntry) =>
    (height ?? 0) <= (share[chain] ?? Number.POSITIVE_INFINITY);
  for (let entry = queues.next(isIncluded); entry !== undefined; entry = queues.next(isIncluded)) yield entry;
}

/** The recording's containers that are not accepted yet, in one queue per index. */
interface Queues {
  /** Number of all containers in the beginning. */
  readonly length: number;
  /** The first with the earliest recorded time. Within an index, the recorded order holds whatever the times are. */
  next(isIncluded?: (entry: HistoryEntry) => boolean): HistoryEntry | undefined;
  /** The first of its index, which must be the one that was kept. @throws ConfigError WRONG_NETWORK */
  expect(kept: KeptAcceptance): HistoryEntry;
  /** Removes an entry that is first in its queue. */
  take(entry: HistoryEntry): void;
}

function openQueues(recording: Recording): Queues {
  const queues = [
    ...INDEX_NAMES.map((index) => ({ index, entries: entriesOf(recording, index), at: 0 })),
    ...recording.evmChains.map(({ blockchainId, blocks }) => {
      const index = subnetChain(blockchainId);
      return { index, entries: entriesOfSubnet(index, blocks), at: 0 };
    }),
  ];
  const byIndex = new Map<string, (typeof queues)[number]>(queues.map((queue) => [queue.index, queue]));
  return {
    length: queues.reduce((sum, { entries }) => sum + entries.length, 0),
    next(isIncluded = () => true) {
      const first = queues
        .flatMap(({ entries, at }) => entries[at] ?? [])
        .filter(({ entry }) => isIncluded(entry));
      if (first.length === 0) return undefined;
      return first.reduce((earliest, each) => (each.ns < earliest.ns ? each : earliest)).entry;
    },
    expect({ index, id }) {
      const queue = byIndex.get(index);
      const first = queue?.entries[queue.at]?.entry;
      if (first?.container.id === id) return first;
      throw new ConfigError(
        "WRONG_NETWORK",
        `${index} ${id} was accepted, but is not the recording's next container`,
        {
          hint: "start the recorded node with its earlier recording, or give it another data folder",
        },
      );
    },
    take({ index }) {
      const queue = byIndex.get(index);
      if (queue !== undefined) queue.at++;
    },
  };
}

/** The name of a subnet's chain. */
export function subnetChain(blockchainId: string): SubnetChain {
  return `evm/${blockchainId}`;
}

interface QueuedEntry {
  entry: HistoryEntry;
  ns: bigint;
}

/** A subnet's blocks at their own times: nobody recorded when they were accepted. The genesis block is there. */
function entriesOfSubnet(chain: SubnetChain, blocks: readonly RecordedEvmBlock[]): QueuedEntry[] {
  return blocks.slice(1).map(({ block }, at) => {
    const ns = timeOf(block);
    const id = formatId(fromHex(block.hash ?? ""));
    const container = { id, bytes: "0x", timestamp: formatTimestamp(ns), index: at };
    return { entry: { chain, index: chain, height: at + 1, container, inner: new Uint8Array() }, ns };
  });
}

/** Nanoseconds. From Granite on headers have milliseconds. */
function timeOf({ timestamp, timestampMilliseconds: ms }: RecordedEvmBlock["block"]): bigint {
  return typeof ms === "string" ? BigInt(ms) * 1_000_000n : BigInt(String(timestamp)) * 1_000_000_000n;
}

function entriesOf(recording: Recording, index: IndexName): QueuedEntry[] {
  const chain = index.charAt(0) as ChainName;
  const isBlock = index.endsWith("/block");
  return recording.containers[index].map((container, at) => ({
    entry: {
      chain,
      index,
      height: isBlock ? at + 1 : undefined,
      container,
      inner: innerOf(container, chain, isBlock),
    },
    ns: timestampNs(container.timestamp),
  }));
}

function innerOf({ bytes }: RecordedContainer, chain: ChainName, isBlock: boolean): Uint8Array {
  const raw = fromHex(bytes);
  if (!isBlock) return raw;
  try {
    return decodeContainer(raw, chain.toLowerCase() as "p" | "x" | "c").inner;
  } catch (error) {
    if (error instanceof DataError) return raw;
    throw error;
  }
}
