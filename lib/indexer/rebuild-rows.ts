import type { Kysely } from "kysely";
import { DataError } from "../errors";
import { readCheckpoint } from "../store/checkpoint";
import { type Claim, renewLease } from "../store/lease";
import { writeNetwork } from "../store/network";
import { SCHEMA_VERSION, type Store } from "../store/open";
import { openScratch, replaceRows } from "../store/scratch";
import type { PrimaryTables } from "../store/tables";
import type { DecodedContainer } from "./decode";
import type { KnownNetwork } from "./known-network";
import { examine, openRebuild, type Rebuild, storedContainers } from "./rebuild";
import { ALL_STREAMS, type Stream } from "./stream";
import type { Head } from "./verify";

/** How much of a stream's containers is done. */
export interface Progress {
  stream: string;
  done: number;
  total: number;
}

export interface RebuildRowsOptions {
  /** File of the store: the scratch store lies beside it. */
  storePath: string;
  /** Of the lease on the store, which is ours. */
  claim: Omit<Claim, "nowMs">;
  known: KnownNetwork;
  /** Unix ms, whole. */
  now: () => number;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Makes all rows anew from the stored containers, beside the store, and puts them in place at once.
 * @returns containers read; undefined when the signal came first
 * @throws DataError for a container that is damaged or contradicts the others
 */
export async function rebuildRows(store: Store, options: RebuildRowsOptions): Promise<number | undefined> {
  const { storePath, known, now, signal } = options;
  const claim = () => ({ ...options.claim, nowMs: now() });
  const scratch = await openScratch(`${storePath}.scratch`, now());
  try {
    const rebuild = await openRebuild({ source: store.db, scratch: scratch.db }, { known, now, signal });
    const keepLease = () => renewLease(store.db, claim());
    let containers = 0;
    for (const stream of ALL_STREAMS) {
      containers += await rebuildStream(store.db, stream, { ...options, rebuild, keepLease });
    }
    if (signal.aborted) return undefined;
    await replaceRows(store.db, scratch, claim);
    await writeNetwork(store.db, { projection: String(SCHEMA_VERSION) });
    return containers;
  } finally {
    await scratch.close();
  }
}

/** @returns containers read */
async function rebuildStream(
  db: Kysely<PrimaryTables>,
  stream: Stream,
  options: RebuildRowsOptions & { rebuild: Rebuild; keepLease: () => Promise<void> },
): Promise<number> {
  const { rebuild, keepLease, signal, onProgress } = options;
  const total = (await readCheckpoint(db, stream.name))?.next_index ?? 0;
  let head: Head | undefined;
  let done = 0;
  for await (const part of storedContainers(db, stream.name, { from: 0, to: total })) {
    if (signal.aborted) return done;
    // A part takes less time than the lease lasts.
    await keepLease();
    const blocks: DecodedContainer[] = [];
    for (const container of part) {
      const examined = examine(stream, { head, next: done }, container);
      if ("error" in examined) throw examined.error;
      blocks.push(examined.block);
      head = examined.head;
      done++;
    }
    await rebuild.add(stream, blocks);
    onProgress({ stream: stream.name, done, total });
  }
  if (done === total) return done;
  const message = `${stream.name} ends after container ${done - 1}, its checkpoint says ${total - 1}`;
  throw new DataError("INDEX_MISMATCH", message);
}
