import type { IndexName } from "../../contract/node/index";
import { NodeError } from "../../errors";
import type { StoredContainer } from "../../store/rows/container-run";
import type { BlockSource } from "../../store/tables/bookkeeping";
import { type BlockNode, isOff } from "./blocks";
import type { NodeHead, Source } from "./read";

type IndexNode = Pick<BlockNode, "getContainerRange" | "getLastAccepted">;

/**
 * Items that a node keeps only in an index: the X-Chain from before its blocks. While the index is off there are no new
 * ones.
 */
export class IndexSource implements Source<StoredContainer> {
  readonly #node: IndexNode;
  readonly #name: IndexName;
  readonly #stored: () => number;
  #isOff = false;

  constructor(node: IndexNode, name: IndexName, stored: () => number) {
    this.#node = node;
    this.#name = name;
    this.#stored = stored;
  }

  reads(): BlockSource {
    return "index";
  }

  /** Whether the index was off when the node was last asked. */
  get isOff(): boolean {
    return this.#isOff;
  }

  async head(signal: AbortSignal): Promise<NodeHead | undefined> {
    try {
      const head = await this.#node.getLastAccepted(this.#name, { signal });
      this.#isOff = false;
      return head;
    } catch (error) {
      if (!isOff(error)) throw error;
      this.#isOff = true;
      const stored = this.#stored();
      return stored === 0 ? undefined : { index: stored - 1 };
    }
  }

  async read(start: number, count: number, signal: AbortSignal): Promise<StoredContainer[]> {
    const batch = await this.#node.getContainerRange(this.#name, start, count, { signal });
    if (batch.length > 0 && batch.length <= count) return batch;
    if (batch.length === 0 && ((await this.head(signal))?.index ?? -1) < start) return [];
    throw new NodeError(
      "NODE_BAD_ANSWER",
      `the node returned ${batch.length} containers from index ${start}, but ${count} were requested`,
    );
  }
}
