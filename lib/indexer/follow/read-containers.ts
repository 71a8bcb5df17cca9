import type { StoredContainer } from "../../store/rows/container-run";
import { type ReaderOptions, readSource, type Source } from "./read";
import { readAhead } from "./read-ahead";

/** Most containers that the node returns at once. */
const RANGE = 1024;
/** Batches and bytes read ahead of the consumer. */
const BATCHES_AHEAD = 3;
const BYTES_AHEAD = 64 * 1024 * 1024;
/** A batch aims at this many bytes; ranges get shorter on chains with large blocks. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Containers in order from `start`, read by `readSource` at most 3 batches and 64 MiB ahead of the consumer. */
export async function* readContainers(
  source: Source<StoredContainer>,
  start: number,
  options: ReaderOptions,
): AsyncGenerator<StoredContainer[], void, void> {
  const counted = { ...options, ...CONTAINER_COUNTS };
  const batches = readAhead((signal) => readSource(source, start, { ...counted, signal }), {
    signal: options.signal,
    most: BATCHES_AHEAD,
    mostBytes: BYTES_AHEAD,
    sizeOf: ({ items }) => sizeOf(items),
  });
  for await (const { items } of batches) yield items;
}

/** As many containers as fit `BATCH_BYTES` if the next ones are like the last. */
function fittingCount(containers: readonly StoredContainer[]): number {
  const fitting = Math.floor((BATCH_BYTES * containers.length) / Math.max(sizeOf(containers), 1));
  return Math.max(1, Math.min(RANGE, fitting));
}

export function sizeOf(containers: readonly StoredContainer[]): number {
  return containers.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** How many containers are requested at once. */
export const CONTAINER_COUNTS = { firstCount: RANGE, fittingCount };
