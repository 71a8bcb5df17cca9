import type { Kysely } from "kysely";
import type { GenesisConfig } from "../avalanche/genesis-config";
import { DataError } from "../errors";
import { readCheckpoint } from "../store/checkpoint";
import { releaseLease, renewLease } from "../store/lease";
import { readNetwork } from "../store/network";
import { openStore } from "../store/open";
import { openScratch, replaceRows } from "../store/scratch";
import type { PrimaryTables } from "../store/tables";
import type { DecodedContainer } from "./decode";
import { knownNetwork } from "./known-network";
import { examine, openRebuild, type Rebuild, storedContainers } from "./rebuild";
import { LEASE_NAME, waitForLease } from "./start";
import { ALL_STREAMS, type Stream } from "./stream";
import type { Head } from "./verify";

export interface ReprojectOptions {
  /** File of the primary store. */
  storePath: string;
  /** Of the network, when the store began without: its books are kept from now on. */
  genesis: GenesisConfig | undefined;
  /** Unique per process. */
  holder: string;
  /** Unix ms, whole. */
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** How much of a stream's containers is done. */
export interface Progress {
  stream: string;
  done: number;
  total: number;
}

/**
 * Makes all rows anew from the stored containers, beside the store, and puts them in place at once. Nobody is asked, and
 * until the end readers find the old rows; ended or killed before that, it leaves them as they were.
 * @returns containers read; undefined when the signal came first
 * @throws ConfigError LEASE_HELD while an indexer writes the store, CONFIG_INVALID when the store doesn't say enough
 * @throws DataError for a container that is damaged or contradicts the others
 */
export async function reproject(options: ReprojectOptions): Promise<number | undefined> {
  const { storePath, now, signal } = options;
  const store = await openStore(storePath, { mode: "write", nowMs: now() });
  const lease = { name: LEASE_NAME, holder: options.holder };
  const claim = () => ({ ...lease, nowMs: now() });
  try {
    await waitForLease(store, lease, options);
    const scratch = await openScratch(`${storePath}.scratch`, now());
    try {
      const known = knownNetwork(await readNetwork(store.db), { genesis: options.genesis, nowMs: now() });
      const rebuild = await openRebuild({ source: store.db, scratch: scratch.db }, { known, now, signal });
      const keepLease = () => renewLease(store.db, claim());
      let containers = 0;
      for (const stream of ALL_STREAMS) {
        containers += await rebuildStream(store.db, stream, { ...options, rebuild, keepLease });
      }
      if (signal.aborted) return undefined;
      await replaceRows(store.db, scratch, claim);
      return containers;
    } finally {
      await scratch.close();
    }
  } finally {
    await releaseLease(store.db, claim());
    await store.close();
  }
}

/** @returns containers read */
async function rebuildStream(
  db: Kysely<PrimaryTables>,
  stream: Stream,
  options: ReprojectOptions & { rebuild: Rebuild; keepLease: () => Promise<void> },
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
