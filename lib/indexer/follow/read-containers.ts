import type { NodeClient } from "../../client/node";
import type { IndexName } from "../../contract/node/index";
import { NodeError } from "../../errors";
import type { StoredContainer } from "../../store/rows/container-run";
import { type ReaderOptions, readSource, type Source } from "./read";
import { readAhead } from "./read-ahead";

/** One index of a node. */
export interface IndexSource {
  node: Pick<NodeClient, "getContainerRange" | "getLastAccepted">;
  name: IndexName;
}

/** Most containers the node gives at once. */
const RANGE = 1024;
/** Batches and bytes read ahead of what was taken. */
const BATCHES_AHEAD = 3;
const BYTES_AHEAD = 64 * 1024 * 1024;
/** A batch aims at this many bytes: on chains of large blocks ranges get shorter. */
const BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Containers of one index in order from `start`, as `readSource` gives them, ahead of the taker by at most 3 batches and
 * 64 MiB.
 */
export async function* readContainers(
  index: IndexSource,
  start: number,
  options: ReaderOptions,
): AsyncGenerator<StoredContainer[], void, void> {
  const counts = { firstCount: RANGE, fittingCount };
  const batches = readAhead(
    (signal) => readSource(sourceOf(index), start, { ...options, ...counts, signal }),
    {
      signal: options.signal,
      most: BATCHES_AHEAD,
      mostBytes: BYTES_AHEAD,
      sizeOf: ({ items }) => sizeOf(items),
    },
  );
  for await (const { items } of batches) yield items;
}

/** An index as a source of containers. */
export function sourceOf({ node, name }: IndexSource): Source<StoredContainer> {
  const head = (signal: AbortSignal) => node.getLastAccepted(name, { signal });
  return {
    head,
    async read(start, count, signal) {
      const batch = await node.getContainerRange(name, start, count, { signal });
      if (batch.length > 0 && batch.length <= count) return batch;
      if (batch.length === 0 && ((await head(signal))?.index ?? -1) < start) return [];
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `the node gave ${batch.length} containers from index ${start}, ${count} were asked for`,
      );
    },
  };
}

/** As many containers as fit `BATCH_BYTES` if the next ones are like the last. */
function fittingCount(containers: readonly StoredContainer[]): number {
  const fitting = Math.floor((BATCH_BYTES * containers.length) / Math.max(sizeOf(containers), 1));
  return Math.max(1, Math.min(RANGE, fitting));
}

function sizeOf(containers: readonly StoredContainer[]): number {
  return containers.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
