import { every } from "../every";
import { Mutex } from "../mutex";
import type { Store } from "../store/stores";
import { VerbDurations } from "./durations";
import { type ContainerFollower, type ContainerOptions, containerVerbs } from "./follow/containers";
import { Follower, type FollowerOptions } from "./follow/follow";
import { compareHistory } from "./follow/history";
import { Outage } from "./follow/outage";
import { sideBySide } from "./follow/side-by-side";
import type { Stream } from "./follow/stream";
import { IdDictionaries } from "./rows/id-dictionaries";

export interface RunOptions
  extends Omit<ContainerOptions, "db" | "dictionaries">,
    Pick<FollowerOptions, "pace"> {
  store: Store;
}

/**
 * Follows streams side by side until the signal is aborted, one writing at a time: read, verify, decode, project,
 * commit. A container that doesn't fit stops its stream, with the evidence kept and the error in its status; the others
 * go on.
 * @returns `other-network` when the node's history isn't the one the store began with
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runStreams(
  streams: readonly Stream[],
  { store: { db }, ...options }: RunOptions,
): Promise<"ended" | "other-network"> {
  const { node, lease, log } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const durations = new VerbDurations();
  const writing: ContainerOptions = {
    ...options,
    db,
    signal,
    dictionaries: new IdDictionaries(db),
    observe(verb, milliseconds) {
      durations.observe(verb, milliseconds);
      options.observe(verb, milliseconds);
    },
  };
  const shared = { ...options, db, signal, claim: lease, lock: new Mutex(), outage: new Outage(log) };
  const followers: { stream: Stream; follower: ContainerFollower }[] = [];
  for (const stream of streams)
    followers.push({ stream, follower: await Follower.open(containerVerbs(stream, writing), shared) });

  /** Every stream is compared before any writes: a store must not get blocks of two networks. */
  async function isSameNetwork(): Promise<boolean> {
    for (const { stream, follower } of followers) {
      const where = { node, reader: follower.reader };
      if ((await compareHistory(db, stream, where)) === "other") return false;
    }
    return true;
  }

  const ready = isSameNetwork();
  const following = sideBySide(
    over,
    followers.map(({ follower }) => follower.run(ready)),
  ).finally(() => over.abort());
  await sideBySide(over, [following, keepDurations(durations, shared)]);
  return (await ready) ? "ended" : "other-network";
}

/** How often the durations of verbs are stored. */
const DURATIONS_MS = 1_000;

/** Writes changed durations until the signal is aborted. */
async function keepDurations(
  durations: VerbDurations,
  { db, log, sleep, signal }: Pick<FollowerOptions, "db" | "log" | "sleep" | "signal">,
): Promise<void> {
  await every(DURATIONS_MS, () => durations.write(db, log), { sleep, signal });
  await durations.write(db, log);
}
