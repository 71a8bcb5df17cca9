import type { NodeClient, NodeContainer } from "../../client/node";
import type { PrimaryChain } from "../../client/node-blocks";
import { DataError, NodeError } from "../../errors";
import type { StoredContainer } from "../../store/rows/container-run";
import type { BlockSource } from "../../store/tables/bookkeeping";
import type { NodeHead, Source } from "./read";
import type { Stream } from "./stream";

/** The node calls that read its blocks. */
export type BlockNode = Pick<NodeClient, "getContainerRange" | "getLastAccepted" | "getHeight" | "getBlocks">;

/**
 * Containers that the index has from number `at` on, or the height below which it has none; undefined when it has no
 * more.
 */
type Indexed = { containers: NodeContainer[]; at: number } | { lacksBelow: number } | undefined;

/** While the index has nothing new, the chain's own height is requested once per this many requests to the index. */
const HEIGHT_EVERY = 16;

/**
 * The blocks of one chain of the Primary Network, numbered by height: block 1 is number 0. Blocks in the node's index are
 * read from there; where the index is off, empty or has a hole, by height (decision 0037).
 */
export class Blocks implements Source<StoredContainer> {
  readonly #node: BlockNode;
  readonly #stream: Stream;
  /** Height of item 0. */
  #firstHeight = 1;
  /** Whether the store is empty: it begins with the first block that the node has. */
  #isEmpty: boolean;
  /** Number of the node's first block, for an empty store that begins with it. */
  #first = 0;
  /** A height that the index has, and its number there. Later heights follow in order, up to the next hole. */
  #anchor: { height: number; index: number } | undefined;
  /** Blocks below this height are not in the index. */
  #lacksBelow = 0;
  /** Whether the index was off at the last request, and its last container then. */
  #isOff = false;
  #last: { index: number; height: number } | undefined;
  /** Requests to the index since it last had something new. */
  #unchanged = 0;
  /** As the chain itself last reported. */
  #chainHeight = 0;

  /** @param isEmpty whether the store is: it then begins with the first block that the node has */
  constructor(node: BlockNode, stream: Stream, { isEmpty }: { isEmpty: boolean }) {
    this.#node = node;
    this.#stream = stream;
    this.#isEmpty = isEmpty;
  }

  get first(): number {
    return this.#first;
  }

  /** Says that the store has a first block now. */
  hasBegun(): void {
    this.#isEmpty = false;
  }

  reads(index: number): BlockSource {
    const height = index + this.#firstHeight;
    const last = this.#isOff ? undefined : this.#last;
    if (last === undefined || height < this.#lacksBelow) return "height";
    // Above both there is no block yet; the index will have it.
    return height > last.height && height <= this.#chainHeight ? "height" : "index";
  }

  /** Sets the height of item 0, for a store that counts from another block than the chain's first. */
  countFrom(height: number): void {
    this.#isEmpty = false;
    if (height === this.#firstHeight) return;
    this.#firstHeight = height;
    this.#anchor = undefined;
  }

  async head(signal: AbortSignal): Promise<NodeHead | undefined> {
    const before = this.#last;
    const last = await this.#askIndex(signal);
    this.#unchanged = before && last && before.index !== this.#last?.index ? 0 : this.#unchanged + 1;
    // An index that was just switched on is behind the chain until the next block.
    const isLess = before !== undefined && last !== undefined && last.index < before.index;
    if (last === undefined || isLess || this.#unchanged % HEIGHT_EVERY === 1) await this.#askHeight(signal);
    const height = Math.max(this.#last?.height ?? 0, this.#chainHeight);
    if (height < this.#firstHeight) return undefined;
    const index = height - this.#firstHeight;
    return last && height === this.#last?.height ? { index, containerId: last.containerId } : { index };
  }

  async read(start: number, count: number, signal: AbortSignal): Promise<StoredContainer[]> {
    const height = start + this.#firstHeight;
    const indexed = await this.#readIndex(height, count, signal);
    if (indexed && "containers" in indexed) {
      return numbered(indexed, start);
    }
    const most = indexed ? Math.min(count, indexed.lacksBelow - height) : count;
    const blocks = await this.#node.getBlocks(this.#chain, height, most, { signal });
    if (blocks.length > 0) {
      const containers = blocks.map(({ blockId, bytes }, i) => ({
        containerId: blockId,
        bytes,
        acceptedAtNs: undefined,
        index: start + i,
      }));
      this.#requireHeight(containers[0], height);
      return containers;
    }
    if (indexed) return this.#readAfterHole(start, { ...indexed, count, signal });
    const newest = (await this.#node.getHeight(this.#chain, { signal })) ?? 0;
    if (newest < height) return [];
    const first = this.#isEmpty && start === 0 ? await this.#findFirst(height, newest, signal) : undefined;
    if (first !== undefined) return this.#readFrom(first, count, signal);
    throw new NodeError(
      "NODE_BAD_ANSWER",
      `the node does not have block ${height} of the ${this.#chain}-Chain`,
      {
        hint: "point FIRN_NODE_URL at a node that has all blocks, or one that has them in its index",
        details: { lacksBlock: height },
      },
    );
  }

  /**
   * The first height that the node has, between one that it lacks and the newest; undefined if it lacks that too. A node
   * that was synced by state, or that prunes, has all blocks from some height on. An empty store begins there.
   */
  async #findFirst(lacking: number, newest: number, signal: AbortSignal): Promise<number | undefined> {
    const has = async (height: number) =>
      (await this.#node.getBlocks(this.#chain, height, 1, { signal })).length > 0;
    if (!(await has(newest))) return undefined;
    let low = lacking;
    let high = newest;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (await has(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  /** Blocks from the height on with which an empty store begins. */
  #readFrom(height: number, count: number, signal: AbortSignal): Promise<StoredContainer[]> {
    this.#first = height - this.#firstHeight;
    return this.read(this.#first, count, signal);
  }

  /** Checks the first block of a range. In an empty store nothing else proves its height; later heights follow from parents. */
  #requireHeight(first: StoredContainer | undefined, height: number): void {
    const found = first && this.heightOf(first);
    if (found === undefined || found === height) return;
    throw new NodeError(
      "NODE_BAD_ANSWER",
      `the node returned the ${this.#chain}-Chain's block ${found} instead of block ${height}`,
    );
  }

  /**
   * Blocks of the index after those that the node lacks. An empty store begins there; for any other store, the check of
   * blocks reports the hole.
   */
  async #readAfterHole(
    start: number,
    { lacksBelow, count, signal }: { lacksBelow: number; count: number; signal: AbortSignal },
  ): Promise<StoredContainer[]> {
    if (this.#isEmpty && start === 0) return this.#readFrom(lacksBelow, count, signal);
    const indexed = await this.#readIndex(lacksBelow, count, signal);
    if (!indexed || !("containers" in indexed)) return [];
    return numbered(indexed, start);
  }

  /** Blocks of the index from a height on: at most `count`, without a hole. */
  async #readIndex(height: number, count: number, signal: AbortSignal): Promise<Indexed> {
    if (height < this.#lacksBelow) return { lacksBelow: this.#lacksBelow };
    const anchor = this.#anchor ?? { height: this.#firstHeight, index: 0 };
    const at = anchor.index + height - anchor.height;
    const found = (await this.#askRange(at, count, signal)) ?? [];
    const [first] = found;
    if (first && (this.heightOf(first) ?? height) === height) {
      this.#anchor = { height, index: at };
      return { containers: this.#beforeHole(found, height), at };
    }
    // The index may have been switched on since the last request.
    if (!this.#isOff && this.#last === undefined) await this.#askIndex(signal);
    if (this.#isOff || this.#last === undefined || this.#last.height < height) return undefined;
    const next = await this.#find(height, this.#last, signal);
    if (next === undefined) return undefined;
    this.#anchor = next;
    if (next.height > height) {
      this.#lacksBelow = next.height;
      return { lacksBelow: next.height };
    }
    const again = (await this.#askRange(next.index, count, signal)) ?? [];
    return again.length === 0 ? undefined : { containers: this.#beforeHole(again, height), at: next.index };
  }

  /** The first container of the index at or above a height. */
  async #find(
    height: number,
    last: { index: number; height: number },
    signal: AbortSignal,
  ): Promise<{ height: number; index: number } | undefined> {
    let low = 0;
    let high = last;
    while (low < high.index) {
      const middle = Math.floor((low + high.index) / 2);
      const [container] = (await this.#askRange(middle, 1, signal)) ?? [];
      const found = container && this.heightOf(container);
      if (found === undefined) return undefined;
      if (found >= height) high = { index: middle, height: found };
      else low = middle + 1;
    }
    return high;
  }

  /** The leading containers with consecutive heights. An unreadable one is left to the check of blocks. */
  #beforeHole(containers: NodeContainer[], height: number): NodeContainer[] {
    const fits = (at: number) => {
      const container = containers[at];
      return container === undefined || (this.heightOf(container) ?? height + at) === height + at;
    };
    if (fits(containers.length - 1)) return containers;
    let low = 0;
    let high = containers.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return containers.slice(0, high);
  }

  /** Height of the block in a container; undefined when that can't be read. */
  heightOf({ bytes, ...container }: StoredContainer): number | undefined {
    try {
      const wrapper = this.#stream.unwrap(bytes);
      return this.#stream.decode({ ...container, bytes, wrapper }).height;
    } catch (error) {
      if (error instanceof DataError) return undefined;
      throw error;
    }
  }

  /** The last container of the index; undefined when it is off or empty. */
  async #askIndex(signal: AbortSignal): Promise<NodeContainer | undefined> {
    const last = await this.#orOff(this.#node.getLastAccepted(this.#stream.name, { signal }));
    // Off, empty or shorter than before: this is, or will be, a different index.
    if (last === undefined || last.index < (this.#last?.index ?? 0)) {
      this.#anchor = undefined;
      this.#lacksBelow = 0;
    }
    this.#last = last && {
      index: last.index,
      height: this.heightOf(last) ?? last.index + this.#firstHeight,
    };
    return last;
  }

  /** Containers of the index; undefined when it is off. */
  async #askRange(from: number, count: number, signal: AbortSignal): Promise<NodeContainer[] | undefined> {
    const { name } = this.#stream;
    const found = await this.#orOff(this.#node.getContainerRange(name, from, count, { signal }));
    if (found === undefined || (found.length > 0 && found.length <= count)) return found;
    if (found.length === 0) {
      if (this.#last === undefined || this.#last.index < from) return found;
      await this.#askIndex(signal);
      if (this.#last === undefined || this.#last.index < from) return found;
    }
    throw new NodeError(
      "NODE_BAD_ANSWER",
      `the node returned ${found.length} containers from index ${from}, but ${count} were requested`,
    );
  }

  /** A chain that is bootstrapping does not answer, but its index does. */
  async #askHeight(signal: AbortSignal): Promise<void> {
    try {
      this.#chainHeight = (await this.#node.getHeight(this.#chain, { signal })) ?? 0;
    } catch (error) {
      if (this.#isOff || !(error instanceof NodeError)) throw error;
    }
  }

  /** Undefined when the node's index is off. */
  async #orOff<T>(asked: Promise<T>): Promise<T | undefined> {
    try {
      const answer = await asked;
      this.#isOff = false;
      return answer;
    } catch (error) {
      if (!isOff(error)) throw error;
      this.#isOff = true;
      return undefined;
    }
  }

  get #chain(): PrimaryChain {
    return this.#stream.name.slice(0, 1) as PrimaryChain;
  }
}

/** Whether a node answered that it keeps no index. */
export function isOff(error: unknown): boolean {
  return error instanceof NodeError && error.code === "INDEX_DISABLED";
}

/** Whether a node lacks a block that the chain has, by height and in its index. */
export function lacksBlock(error: unknown): boolean {
  return error instanceof NodeError && error.details?.lacksBlock !== undefined;
}

/** Containers with the store's numbers, from `start` on. A container that the node numbers wrongly stays wrong. */
function numbered(
  { containers, at }: { containers: readonly NodeContainer[]; at: number },
  start: number,
): StoredContainer[] {
  return containers.map((each) => ({ ...each, index: start + each.index - at }));
}
