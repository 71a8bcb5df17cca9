import { fromHex } from "../avalanche/codec/bytes";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { INDEX_NAMES, type IndexName } from "../contract/node/index";
import { ConfigError, DataError } from "../errors";
import type { RecordedContainer, Recording } from "./recording";
import { formatTimestamp, timestampNs } from "./timestamp";

export type ChainName = "P" | "X" | "C";

/** A recorded container at its place in the chain: accepted, or the next to be. */
export interface Step {
  readonly chain: ChainName;
  /** Where it was recorded: `P/block`, `X/block` or `C/block`; `X/tx` and `X/vtx` from before linearisation. */
  readonly index: IndexName;
  /** Of the block; absent for what is none. Genesis, which no index holds and nobody accepts, is 0. */
  readonly height: number | undefined;
  /** Id, bytes and number as recorded; `timestamp` once accepted is that of this node's acceptance. */
  readonly container: RecordedContainer;
  /** Bytes of the chain's own block, to be decoded; those of the whole container where they are no container's. */
  readonly inner: Uint8Array;
}

/** A container that this node accepted. */
export interface Accepted extends Step {
  /** Whether the node ran with indexing enabled then. */
  readonly indexed: boolean;
}

/**
 * What this node has accepted so far of a recording that may hold more: the one source of every head, list and state
 * in the room. Containers are accepted one by one in the order of their recorded times, P, X and C mixed as they were.
 * Within one turn of the event loop nothing moves, so an answer is of one moment.
 *
 * Whoever keeps something of its own (indexes, ledger, metrics) builds it by `onAccepted` alone: the same calls come
 * whether a container was accepted before this start, at it or a minute later. Whoever only reads asks `height`,
 * `block` and `last` at the moment of the request.
 */
export interface History {
  readonly recording: Recording;
  /** Height of the chain's last accepted block; 0 while there is genesis alone. */
  height(chain: ChainName): number;
  /** The chain's accepted block of a height; undefined beyond the last one, and for genesis. */
  block(chain: ChainName, height: number): Accepted | undefined;
  /** The chain's last accepted block; undefined while there is genesis alone. */
  last(chain: ChainName): Accepted | undefined;
  /** What `acceptNext` will accept: known and preferred, not yet accepted. Undefined at the recording's end. */
  next(): Step | undefined;
  /** Containers accepted, and all that the recording holds. */
  progress(): { accepted: number; recorded: number };
  /** Keeps the next container as accepted, makes it visible and tells every listener; undefined at the recording's end. */
  acceptNext(): Accepted | undefined;
  /**
   * Calls `listener` at once for everything accepted so far, in order, and from then on for each acceptance before
   * `acceptNext` returns; listeners in the order in which they came. `height` and `last` already count what is told.
   * Tests plant bytes that are no block: a listener that cannot decode them must take them without throwing.
   */
  onAccepted(listener: (accepted: Accepted) => void): void;
}

/**
 * How much is accepted before anyone asks, where no log holds anything yet: everything, nothing, a share of the
 * recording from 0 to 1, or each chain up to a height of its own (a chain left out: all of it).
 */
export type Start = "all" | "manual" | number | { readonly [chain in ChainName]?: number | undefined };

/** Where acceptances outlive the process. */
export interface AcceptanceLog {
  /** Everything kept by earlier runs, in the order of acceptance. */
  readonly kept: readonly KeptAcceptance[];
  /** Keeps more; once this returns, a kill takes nothing away. */
  append(acceptances: readonly KeptAcceptance[]): void;
}

/** An acceptance as kept: the bytes are the recording's. */
export interface KeptAcceptance {
  index: IndexName;
  /** Of the container, cb58. */
  id: string;
  /** RFC 3339, up to nine fractional digits. */
  timestamp: string;
  indexed: boolean;
}

export interface HistoryOptions {
  recording: Recording;
  start: Start;
  /** Whether this run indexes; it does unless told otherwise. */
  indexed?: boolean | undefined;
  /** Without one nothing outlives the process. */
  log?: AcceptanceLog | undefined;
  /** Clock of what is accepted from now on, unix nanoseconds; without one everything keeps its recorded time. */
  nowNs?: (() => bigint) | undefined;
}

/**
 * Opens a recording's history: with what the log kept, or, where it kept nothing, with what `start` says, which keeps
 * its recorded times. The recording is only read, and must stay as it is meanwhile.
 * @throws ConfigError WRONG_NETWORK when the log is of another recording
 */
export function openHistory({ recording, start, indexed = true, log, nowNs }: HistoryOptions): History {
  const queues = openQueues(recording);
  const blocks: Record<ChainName, Accepted[]> = { P: [], X: [], C: [] };
  const all: Accepted[] = [];
  const listeners: ((accepted: Accepted) => void)[] = [];
  let newestNs = 0n;

  const enter = (step: Step, timestamp: string, isIndexed: boolean): Accepted => {
    const accepted = { ...step, container: { ...step.container, timestamp }, indexed: isIndexed };
    queues.take(step);
    all.push(accepted);
    if (step.height !== undefined) blocks[step.chain].push(accepted);
    const ns = timestampNs(timestamp);
    if (ns > newestNs) newestNs = ns;
    return accepted;
  };
  const clock = (step: Step): string => {
    if (nowNs === undefined) return step.container.timestamp;
    // No two acceptances share a moment, however coarse the clock, and a clock set back does not turn them round.
    const now = nowNs();
    return formatTimestamp(now > newestNs ? now : newestNs + 1n);
  };

  const history: History = {
    recording,
    height: (chain) => blocks[chain].length,
    // The first container of a complete index is the block of height 1.
    block: (chain, height) => blocks[chain][height - 1],
    last: (chain) => blocks[chain].at(-1),
    next: () => queues.next(),
    progress: () => ({ accepted: all.length, recorded: queues.length }),
    acceptNext() {
      const step = queues.next();
      if (step === undefined) return undefined;
      const timestamp = clock(step);
      log?.append([keptOf(step, timestamp, indexed)]);
      const accepted = enter(step, timestamp, indexed);
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
    for (const step of stepsAtStart(queues, start)) enter(step, step.container.timestamp, indexed);
    log?.append(all.map((accepted) => keptOf(accepted, accepted.container.timestamp, indexed)));
  }
  return history;
}

function keptOf({ index, container }: Step, timestamp: string, indexed: boolean): KeptAcceptance {
  return { index, id: container.id, timestamp, indexed };
}

/** What `start` accepts, step by step: each is taken before the next is asked for. */
function* stepsAtStart(queues: Queues, start: Start): Generator<Step> {
  if (start === "manual") return;
  const share = start === "all" ? 1 : start;
  if (typeof share === "number") {
    const count = Math.floor(queues.length * share);
    for (let taken = 0; taken < count; taken++) {
      const step = queues.next();
      if (step !== undefined) yield step;
    }
    return;
  }
  const isWanted = ({ chain, height }: Step) => (height ?? 0) <= (share[chain] ?? Number.POSITIVE_INFINITY);
  for (let step = queues.next(isWanted); step !== undefined; step = queues.next(isWanted)) yield step;
}

/** The recording's containers that wait to be accepted, in a queue per index. */
interface Queues {
  /** Of all at the beginning. */
  readonly length: number;
  /** The one of the earliest recorded time; within an index the recorded order holds whatever its times say. */
  next(isWanted?: (step: Step) => boolean): Step | undefined;
  /** The first of its index, if it is the one that was kept. @throws ConfigError WRONG_NETWORK */
  expect(kept: KeptAcceptance): Step;
  /** Removes a step that stands first in its queue. */
  take(step: Step): void;
}

function openQueues(recording: Recording): Queues {
  const queues = INDEX_NAMES.map((index) => ({ index, steps: stepsOf(recording, index), at: 0 }));
  const byIndex = new Map(queues.map((queue) => [queue.index, queue]));
  return {
    length: queues.reduce((sum, { steps }) => sum + steps.length, 0),
    next(isWanted = () => true) {
      const first = queues.flatMap(({ steps, at }) => steps[at] ?? []).filter(({ step }) => isWanted(step));
      if (first.length === 0) return undefined;
      return first.reduce((earliest, each) => (each.ns < earliest.ns ? each : earliest)).step;
    },
    expect({ index, id }) {
      const queue = byIndex.get(index);
      const first = queue?.steps[queue.at]?.step;
      if (first?.container.id === id) return first;
      throw new ConfigError(
        "WRONG_NETWORK",
        `${index} ${id} was accepted, and is not what the recording has next`,
        {
          hint: "start the recorded node with the recording it was started with before, or give it another data folder",
        },
      );
    },
    take({ index }) {
      const queue = byIndex.get(index);
      if (queue !== undefined) queue.at++;
    },
  };
}

function stepsOf(recording: Recording, index: IndexName): { step: Step; ns: bigint }[] {
  const chain = index.charAt(0) as ChainName;
  const isBlock = index.endsWith("/block");
  return recording.containers[index].map((container, at) => ({
    step: {
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
