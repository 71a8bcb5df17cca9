import { DataError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { asHolder, type Claim, proveLease } from "../../store/bookkeeping/lease";
import { writeNetwork } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { SCHEMA_VERSIONS } from "../../store/migrate";
import { findFirstNumber } from "../../store/queries/first-number";
import type { Store, Stores } from "../../store/stores";
import type { DecodedContainer } from "../follow/decode";
import { ALL_STREAMS, type Stream } from "../follow/stream";
import type { Head } from "../follow/verify";
import type { KnownNetwork } from "../known-network";
import { examine, openRebuild, type Rebuild, storedContainers } from "./rebuild";

/** Progress of a stream, in containers. */
export interface Progress {
  stream: string;
  done: number;
  total: number;
}

export interface RebuildRowsOptions {
  stores: Stores;
  /** On the store's lease, which we hold. */
  claim: Claim;
  known: KnownNetwork;
  /** Unix ms, whole. */
  now: () => number;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Rebuilds all rows from the stored containers in a scratch store, then swaps them in at once.
 * @returns containers read; undefined when the signal was aborted
 * @throws DataError for a container that is damaged or contradicts the others
 */
export async function rebuildRows(store: Store, options: RebuildRowsOptions): Promise<number | undefined> {
  const { stores, claim, known, now, signal } = options;
  const scratch = await stores.scratch("rebuild", now());
  try {
    const rebuild = await openRebuild({ source: store.db, scratch: scratch.db }, { known, now, signal });
    let containers = 0;
    for (const stream of ALL_STREAMS) {
      containers += await rebuildStream(store.db, stream, { ...options, rebuild });
    }
    if (signal.aborted) return undefined;
    await scratch.replaceRows(store.db, claim);
    await asHolder(store.db, claim, (trx) =>
      writeNetwork(trx, { projection: String(SCHEMA_VERSIONS.primary) }),
    );
    return containers;
  } finally {
    await scratch.close();
  }
}

/** @returns containers read */
async function rebuildStream(
  db: PrimaryDb,
  stream: Stream,
  options: RebuildRowsOptions & { rebuild: Rebuild },
): Promise<number> {
  const { claim, rebuild, signal, onProgress } = options;
  const total = (await readCheckpoint(db, stream.name))?.next_index ?? 0;
  const first = await findFirstNumber(db, stream.name);
  let head: Head | undefined;
  let done = first;
  for await (const slice of storedContainers(db, stream.name, { from: first, to: total })) {
    if (signal.aborted) return done - first;
    await proveLease(db, claim);
    const blocks: DecodedContainer[] = [];
    for (const container of slice) {
      const examined = examine(stream, { head, next: done }, container);
      if ("error" in examined) throw examined.error;
      blocks.push(examined.block);
      head = examined.head;
      done++;
    }
    await rebuild.add(stream, blocks);
    onProgress({ stream: stream.name, done, total });
  }
  if (done === total) return done - first;
  const message = `${stream.name} ends after container ${done - 1}, but its checkpoint says ${total - 1}`;
  throw new DataError("INDEX_MISMATCH", message);
}
