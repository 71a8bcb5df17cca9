import type { NodeClient } from "../../client/node";
import type { IndexName } from "../../contract/node/index";
import { DataError } from "../../errors";
import type { StoredContainer } from "../../store/rows/container-run";
import type { NetworkIds } from "../rows/projection";
import { Blocks } from "./blocks";
import { IndexSource } from "./index-source";
import { type ReaderOptions, readSource, type SourceEvents } from "./read";
import { CONTAINER_COUNTS, sizeOf } from "./read-containers";
import { isBare } from "./state";
import { STREAMS, type Stream } from "./stream";
import { verifyProposer } from "./verify";

/** Where another thread begins to read a stream. */
export interface ContainerStart {
  name: IndexName;
  /** Number of the first container to be read. */
  index: number;
  /** Whether the store is empty. */
  isEmpty: boolean;
  network: NetworkIds;
}

/** Containers as another thread read them. */
export interface ReadBatch {
  containers: StoredContainer[];
  /** What reading them took, ms. */
  readMs: number;
  /**
   * What verifying the signatures of their proposers took, ms. Undefined if one is wrong, or can't be read: whoever
   * checks these containers says which and why.
   */
  signedMs: number | undefined;
}

/** Opens a reader in another thread, which ends at the node's head. */
export type OpenContainers = (
  start: ContainerStart,
  events: SourceEvents & { signal: AbortSignal },
) => AsyncGenerator<ReadBatch, void, void>;

/** What that thread does: reads and verifies signatures, which take longest, up to the node's head. */
export async function* readApart(
  node: NodeClient,
  { name, index, isEmpty, network }: ContainerStart,
  reader: Omit<ReaderOptions, "observe">,
): AsyncGenerator<ReadBatch, void, void> {
  const stream: Stream = STREAMS[name];
  const source = name.endsWith("/block")
    ? new Blocks(node, stream, { isEmpty })
    : new IndexSource(node, name, () => index);
  let readMs = 0;
  const observe = (milliseconds: number) => {
    readMs += milliseconds;
  };
  const options = { ...reader, ...CONTAINER_COUNTS, observe, untilHead: true };
  for await (const containers of joined(readSource(source, index, options), reader.now)) {
    const startedAt = reader.now();
    const areSigned = verifyProposers(stream, containers, network);
    yield { containers, readMs, signedMs: areSigned ? reader.now() - startedAt : undefined };
    readMs = 0;
  }
}

/**
 * What ranges are joined to while they come fast: written together, they change fewer pages of the store. Blocks of a slow
 * node do not wait for more.
 */
const JOINED = { count: 2_048, bytes: 4 * 1024 * 1024, withinMs: 500 };

/** Ranges joined to batches. */
async function* joined(
  ranges: AsyncIterable<{ items: StoredContainer[] }>,
  now: () => number,
): AsyncGenerator<StoredContainer[], void, void> {
  let containers: StoredContainer[] = [];
  let startedAt = now();
  for await (const { items } of ranges) {
    containers.push(...items);
    const isEnough = containers.length >= JOINED.count || sizeOf(containers) >= JOINED.bytes;
    if (!isEnough && now() - startedAt < JOINED.withinMs) continue;
    yield containers;
    containers = [];
    startedAt = now();
  }
  if (containers.length > 0) yield containers;
}

/** Whether no signature is wrong. */
function verifyProposers(
  stream: Stream,
  containers: readonly StoredContainer[],
  network: NetworkIds,
): boolean {
  try {
    for (const { index, bytes } of containers.filter((each) => !isBare(each)))
      verifyProposer(stream, { index, wrapper: stream.unwrap(bytes) }, network);
    return true;
  } catch (error) {
    if (error instanceof DataError) return false;
    throw error;
  }
}
