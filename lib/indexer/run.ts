import type { Store } from "../store/open";
import { VerbDurations } from "./durations";
import {
  type Follower,
  type FollowOptions,
  follow,
  newFollower,
  readerOptions,
  sourceOf,
} from "./follow/follow";
import { compareHistory } from "./follow/history";
import type { Stream } from "./follow/stream";
import { Pen } from "./rows/pen";

export interface RunOptions extends Omit<FollowOptions, "db"> {
  store: Store;
}

/**
 * Follows streams side by side, one writing at a time: read, verify, decode, project, commit, until the signal ends
 * them. A container that doesn't fit stops its stream where it is, evidence kept, said in the status; the others go on.
 * @returns `other-network` when the node's history isn't the one the store began with
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runStreams(
  streams: readonly Stream[],
  { store, ...options }: RunOptions,
): Promise<"ended" | "other-network"> {
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const durations = new VerbDurations();
  const observe: FollowOptions["observe"] = (verb, milliseconds) => {
    durations.observe(verb, milliseconds);
    options.observe(verb, milliseconds);
  };
  const shared = { options: { ...options, observe, db: store.db, signal }, pen: new Pen(store.db) };
  const followers: Follower[] = [];
  for (const stream of streams) followers.push(await newFollower(stream, { ...shared, all: followers }));
  const beating = keepStatus({ followers, durations }, shared.options);
  let other = false;
  try {
    other = await isOtherNetwork(followers);
    if (!other) await all(followers.map(follow), lost);
  } finally {
    lost.abort(ENDED);
    await beating;
    for (const { report } of followers) await report.write();
    await durations.write(store.db, options.log);
  }
  if (lost.signal.reason !== ENDED) throw lost.signal.reason;
  return other ? "other-network" : "ended";
}

const ENDED = "ended";
/** What changed of the status is written so often. */
const STATUS_MS = 1_000;

/** Every stream is asked before any writes: a store must not get blocks of two networks. */
async function isOtherNetwork(followers: readonly Follower[]): Promise<boolean> {
  for (const follower of followers) {
    const where = { source: sourceOf(follower), reader: readerOptions(follower) };
    const verdict = await compareHistory(follower.options.db, follower.stream.name, where);
    if (verdict === "other") return true;
  }
  return false;
}

/** Waits for all; what one of them throws ends the others, and is thrown once they have ended. */
async function all(running: readonly Promise<void>[], lost: AbortController): Promise<void> {
  const ends = running.map((one) => one.catch((error: unknown) => lost.abort(error)));
  await Promise.all(ends);
}

/** Keeps the status and the durations fresh: what did not change is not written. */
async function keepStatus(
  { followers, durations }: { followers: readonly Follower[]; durations: VerbDurations },
  options: FollowOptions,
): Promise<void> {
  const { db, log, sleep, signal } = options;
  while (!signal.aborted) {
    for (const { report } of followers) await report.write();
    await durations.write(db, log);
    await sleep(STATUS_MS, signal);
  }
}
