import type { DataError } from "../../errors";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { AskOptions, NodeHead, ReaderOptions } from "./read";

/** Where the next run of a stream starts: the stored state, and what memory keeps of it. */
export interface StoredState {
  checkpoint: CheckpointTable | undefined;
}

/** Why an item can't be stored, and the item if its bytes are known. */
export interface Failure<Item> {
  item?: Item;
  error: DataError;
}

/** Result of writing a run. */
export interface Written<State, Item> {
  /** The state as now stored. */
  state: State;
  /** The first item that does not fit; those before it are stored. */
  failure?: Failure<Item> | undefined;
}

/** What the node now has after the store's head. */
export interface Look<Run> {
  /** Whether the node has our last item, or has an item that follows it. */
  fits: boolean;
  /** The items that follow; undefined when there are none yet. */
  run?: Run | undefined;
}

/** How a node that is behind the store compares with it. */
export interface NodeEnd {
  history: "same" | "other" | "unknown";
  /** The length of each and, on a different history, where they differ; the beginning of a sentence. */
  text: string;
}

/** Work beside a stream, until the signal ends it. `alone` runs work while nobody else writes the store. */
export type IdleJob<State> = (beside: {
  alone: <T>(work: (state: State) => Promise<T>) => Promise<T>;
  signal: AbortSignal;
}) => Promise<void>;

/**
 * The differences between containers and EVM blocks; the rest is the follower's. An item is a container or a block, a
 * run is what one commit writes.
 */
export interface Verbs<State extends StoredState, Run, Item> {
  /** Name of the stream, as in its checkpoint. */
  name: string;
  /** Loads the stored state; also called after work with the write lock failed. */
  load(): Promise<State>;
  /**
   * Runs after the state, endlessly. When they end before the signal is aborted, they are opened again.
   * @throws DataError at the first item that doesn't fit, when a run can't carry it as a failure
   */
  open(state: State, reader: ReaderOptions): AsyncIterable<Run>;
  /**
   * Stores a run in one commit. After a throw none of it is stored.
   * @throws DataError when it contradicts what is stored
   */
  write(state: State, run: Run, signal: AbortSignal): Promise<Written<State, Item>>;
  /** @throws NodeError when the node does not answer, DataError when what follows does not fit */
  look(state: State, asking: AskOptions): Promise<Look<Run>>;
  /** Compares a node whose last item is before the store's. */
  compareEnd(state: State, head: NodeHead | undefined, signal: AbortSignal): Promise<NodeEnd>;
  /** What to do about a node on a different history, besides `firn reset`. */
  remedy: string;
  /** Whether the node does not offer what is still missing, and nothing can be expected until it does. */
  isUnreadable?(): Promise<boolean>;
  /** What the store lacks because of where it began; called at the start, and once something is stored. */
  notice(state: State): Promise<string | undefined>;
  /** Keeps an item that did not fit as evidence, until it is no longer needed. */
  evidence?: { keep(failure: Failure<Item>): Promise<void>; drop(): Promise<void> };
  /** Called when the node has something new. */
  onNews?(): void;
  /** Called after each stored run while the stream follows the node closely. */
  tidy?(state: State): Promise<void>;
  idle?: readonly IdleJob<State>[];
}
