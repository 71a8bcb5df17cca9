import type { NodeClient, NodeContainer } from "../../client/node";
import { INDEX_NAMES, type IndexName } from "../../contract/node/index";
import { FirnError, NodeError } from "../../errors";
import { inTime, requireNode } from "./in-time";
import { findGaps, type IndexGap, type IndexPoint, missingUpTo } from "./index-gaps";
import { readIndexedBytes } from "./indexed-bytes";

/** State of one of the node's indexes. */
export type IndexLook =
  | { answer: "off" | "away"; error: FirnError }
  | { answer: "empty" }
  | {
      answer: "serving";
      head: { number: number; acceptedAtMs: number; height?: number };
      /** The first few gaps. */
      gaps: IndexGap[];
    };

/** The index API of the indexed node, for what only it knows. */
export interface NodeIndexes {
  /** Cached for 2 s; never fails. */
  look(): Promise<{ askedAtMs: number; looks: ReadonlyMap<IndexName, IndexLook> }>;
  /**
   * The container with a number or an id, from each index that has it.
   * @throws NodeError when an index cannot be asked
   */
  find(asked: number | Uint8Array, names: readonly IndexName[]): Promise<FoundContainer[]>;
}

export interface FoundContainer extends NodeContainer {
  name: IndexName;
}

const FRESH_MS = 2_000;
/** A page may wait this long. */
const LOOK_TIMEOUT_MS = 3_000;
const FIND_TIMEOUT_MS = 5_000;
/** Most gaps to look for in one index. */
const MOST_GAPS = 4;

/** Indexes of `node`. Without a node none of them answers. */
export function openNodeIndexes(node: NodeClient | undefined, nowMs: () => number): NodeIndexes {
  const searches = new Map(INDEX_NAMES.map((name) => [name, new GapSearch(name)]));
  let last: { askedAtMs: number; answer: Promise<ReadonlyMap<IndexName, IndexLook>> } | undefined;
  const lookAtAll = async () => {
    const looks = [...searches].map(async ([name, search]) => [name, await lookAt(node, search)] as const);
    return new Map(await Promise.all(looks));
  };
  return {
    async look() {
      if (last === undefined || Math.abs(nowMs() - last.askedAtMs) > FRESH_MS)
        last = { askedAtMs: nowMs(), answer: lookAtAll() };
      return { askedAtMs: last.askedAtMs, looks: await last.answer };
    },
    async find(asked, names) {
      const client = requireNode(node);
      const found = await inTime(FIND_TIMEOUT_MS, (signal) =>
        Promise.all(
          names.map((name) =>
            typeof asked === "number"
              ? client.getContainerByIndex(name, asked, { signal })
              : client.getContainerById(name, asked, { signal }),
          ),
        ),
      );
      return names.flatMap((name, i) => (found[i] === undefined ? [] : [{ name, ...found[i] }]));
    },
  };
}

async function lookAt(node: NodeClient | undefined, search: GapSearch): Promise<IndexLook> {
  try {
    const client = requireNode(node);
    return await inTime(LOOK_TIMEOUT_MS, async (signal) => {
      const newest = await client.getLastAccepted(search.name, { signal });
      if (newest === undefined) return { answer: "empty" };
      const { index: number, acceptedAtNs } = newest;
      const { height } = readIndexedBytes(search.name, newest);
      const acceptedAtMs = Number(acceptedAtNs / 1_000_000n);
      const head = { number, acceptedAtMs, ...(height !== undefined && { height }) };
      const gaps = height === undefined ? [] : await search.upTo({ ...head, height }, { client, signal });
      return { answer: "serving", head, gaps };
    });
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    return { answer: error.code === "INDEX_DISABLED" ? "off" : "away", error };
  }
}

/** Finds the gaps of one index. Gaps found are remembered, and only containers accepted since are searched. */
class GapSearch {
  readonly name: IndexName;
  #known: { upTo: IndexPoint; gaps: IndexGap[] } | undefined;

  constructor(name: IndexName) {
    this.name = name;
  }

  async upTo(high: IndexPoint, { client, signal }: { client: NodeClient; signal: AbortSignal }) {
    const before = this.#known;
    // A node with a new database has fewer blocks, or fewer gaps, than before.
    const isSame =
      before !== undefined &&
      high.number >= before.upTo.number &&
      missingUpTo(high) >= missingUpTo(before.upTo);
    const { upTo: low, gaps = [] } = isSame ? before : {};
    const read = async (number: number): Promise<IndexPoint> => {
      const container = await client.getContainerByIndex(this.name, number, { signal });
      const height = container && readIndexedBytes(this.name, container).height;
      if (container === undefined || height === undefined)
        throw new NodeError("NODE_BAD_ANSWER", `the node's ${this.name} index gave no block ${number}`);
      return { number, height, acceptedAtMs: Number(container.acceptedAtNs / 1_000_000n) };
    };
    const found = await findGaps({ low, high }, read, MOST_GAPS - gaps.length);
    this.#known = { upTo: high, gaps: [...gaps, ...found] };
    return this.#known.gaps;
  }
}
