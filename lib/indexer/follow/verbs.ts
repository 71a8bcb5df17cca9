import type { DataError } from "../../errors";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { AskOptions, NodeHead, ReaderOptions } from "./read";

/** What the next run of a stream starts from: the stored state, and what is kept of it in memory. */
export interface StoredState {
  checkpoint: CheckpointTable | undefined;
}

/** Why an item can't be stored, and the item where its bytes are known. */
export interface Failure<Item> {
  item?: Item;
  error: DataError;
}

/** What became of a run that was to be stored. */
export interface Written<State, Item> {
  /** As it is stored now. */
  state: State;
  /** The first item that does not fit; those before it are stored. */
  failure?: Failure<Item> | undefined;
}

/** What comes next as the node has it now. */
export interface Look<Run> {
  /** Whether the node has our last item, or what it has follows it. */
  fits: boolean;
  /** What follows; undefined when nothing does yet. */
  run?: Run | undefined;
}

/** How a node that has less than the store compares with it. */
export interface NodeEnd {
  verdict: "same" | "other" | "unknown";
  /** How much each has, and of another history where they differ; the beginning of a sentence. */
  text: string;
}

/** Work beside a stream, until the signal ends it. `alone` does its work while nobody else writes the store. */
export type IdleJob<State> = (beside: {
  alone: <T>(work: (state: State) => Promise<T>) => Promise<T>;
  signal: AbortSignal;
}) => Promise<void>;

/**
 * In which containers and EVM blocks differ; everything else is the follower's. An item is a container or a block, a run
 * is what is written in one commit.
 */
export interface Verbs<State extends StoredState, Run, Item> {
  /** Of the stream, as in its checkpoint. */
  name: string;
  /** The state as it is stored; also after every throw of work that was done alone. */
  load(): Promise<State>;
  /**
   * Runs behind the state, for ever; when they end before the signal comes, they are opened again.
   * @throws DataError at the first item that doesn't fit, when a run can't say so
   */
  open(state: State, reader: ReaderOptions): AsyncIterable<Run>;
  /**
   * Stores a run in one commit. After a throw nothing of it is stored.
   * @throws DataError when it contradicts what is stored
   */
  write(state: State, run: Run, signal: AbortSignal): Promise<Written<State, Item>>;
  /** @throws NodeError when the node does not answer, DataError when what follows does not fit */
  look(state: State, asking: AskOptions): Promise<Look<Run>>;
  /** Of a node whose last item is before the store's. */
  compareEnd(state: State, head: NodeHead | undefined, signal: AbortSignal): Promise<NodeEnd>;
  /** What to do about a node of another history, besides `firn reset`. */
  remedy: string;
  /** What is missing in the store because of where it began; asked at the start, and once something is stored. */
  notice(state: State): Promise<string | undefined>;
  /** Keeps what did not fit as evidence, until it is of no use any more. */
  evidence?: { keep(failure: Failure<Item>): Promise<void>; drop(): Promise<void> };
  /** The node has something new. */
  onNews?(): void;
  /** After each run that was stored, while the stream follows the node closely. */
  tidy?(state: State): Promise<void>;
  idle?: readonly IdleJob<State>[];
}
