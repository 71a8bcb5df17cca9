import type { NodeClient, NodeContainer } from "../client/node";
import { describeError } from "../errors";
import type { Log } from "../log";
import { renewLease } from "../store/lease";
import type { Store } from "../store/open";
import { packRuns } from "../store/pack";
import { findFirstHeight } from "../store/queries/first-height";
import { writeRejection } from "../store/stream-status";
import { checkContainers, type Failure } from "./check";
import type { DecodedBlock } from "./decode";
import { BlockFailure } from "./failure";
import { compareHistory } from "./history";
import { type IndexSource, type ReaderOptions, readContainers } from "./read";
import { StreamReport } from "./report";
import { headOf, loadState, type StreamState } from "./state";
import { type WriteOptions, writeBlocks } from "./write";

/** The stream this indexer follows: named like the node's index it comes from. */
export const STREAM = "P/block";

/** The verbs of the pipeline, each with a duration metric of its name. */
export type Verb = "read" | "verify" | "decode" | "project" | "commit";

export interface StreamOptions extends Omit<WriteOptions, "db" | "observe"> {
  store: Store;
  node: Pick<NodeClient, "getContainerRange" | "getLastAccepted">;
  log: Log;
  /** Milliseconds that a verb took, per batch. */
  observe: (verb: Verb, milliseconds: number) => void;
}

/**
 * Follows one stream: read, verify, decode, project, commit, until the signal ends it. A container that doesn't fit
 * stops the stream where it is, evidence kept, said in the status; the call then waits for the signal.
 * @returns `other-network` when the node's history isn't the one the store began with
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runStream(options: StreamOptions): Promise<"ended" | "other-network"> {
  const { store, now } = options;
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const run: Run = {
    options: { ...options, db: store.db, signal },
    report: new StreamReport(store.db, STREAM, now),
    state: await loadState(store.db, STREAM, options.rules),
    packedTo: 0,
    troubled: false,
  };
  run.packedTo = Math.max(0, nextIndex(run) - UNPACKED_AT_START);
  await run.report.write();
  const beating = beat(run).catch((error: unknown) => lost.abort(error));
  let verdict: "same" | "other";
  try {
    verdict = await compareHistory(store.db, STREAM, { source: sourceOf(run), reader: readerOptions(run) });
    if (verdict === "same") await follow(run);
  } finally {
    lost.abort(ENDED);
    await beating;
    await run.report.write();
  }
  if (lost.signal.reason !== ENDED) throw lost.signal.reason;
  return verdict === "same" ? "ended" : "other-network";
}

interface Run {
  options: StreamOptions & WriteOptions;
  report: StreamReport;
  state: StreamState;
  /** Containers before it are packed. */
  packedTo: number;
  /** The node didn't answer last time. */
  troubled: boolean;
}

const ENDED = "ended";
/** A stream this close to the node's head follows it. */
const FOLLOWING_WITHIN = 16;
/** The status is written, and the lease renewed, so often. */
const BEAT_MS = 1_000;
/** Single runs are packed once there are so many. */
const PACK_AFTER = 128;
/** A process that was killed may have left so many behind unpacked. */
const UNPACKED_AT_START = 4_096;

async function follow(run: Run): Promise<void> {
  const { options } = run;
  options.log.info("stream starts", { stream: STREAM, index: nextIndex(run) });
  await noticeGaps(run);
  for await (const batch of readContainers(sourceOf(run), nextIndex(run), readerOptions(run))) {
    const first = run.state.checkpoint === undefined;
    const failure = await storeContainers(run, batch);
    if (failure) {
      await reject(run, failure);
      await untilAborted(options.signal);
      return;
    }
    if (first) await noticeGaps(run);
    showProgress(run);
    if (run.report.state === "following" && nextIndex(run) - run.packedTo >= PACK_AFTER) {
      run.packedTo = await packRuns(options.db, STREAM, run.packedTo);
    }
  }
}

/** @returns what is wrong with the first container that doesn't fit; those before it are stored */
async function storeContainers(run: Run, containers: readonly NodeContainer[]): Promise<Failure | undefined> {
  const { blocks, failure } = await checkContainers(headOf(run.state), containers, run.options);
  return (await storeBlocks(run, blocks)) ?? failure;
}

async function storeBlocks(run: Run, blocks: readonly DecodedBlock[]): Promise<Failure | undefined> {
  const { options } = run;
  try {
    await writeBlocks(run.state, blocks, options);
    return undefined;
  } catch (error) {
    const failed = error instanceof BlockFailure ? blocks[error.index] : undefined;
    if (!(error instanceof BlockFailure) || !failed) throw error;
    run.state = await loadState(options.db, STREAM, options.rules);
    await writeBlocks(run.state, blocks.slice(0, error.index), options);
    return { container: failed.container, error: error.reason };
  }
}

async function reject({ options, report }: Run, { container, error }: Failure): Promise<void> {
  options.log.error("stream stopped", { stream: STREAM, index: container.index, err: error });
  await writeRejection(options.db, {
    stream: STREAM,
    container_index: container.index,
    container_id: container.containerId,
    bytes: container.bytes,
    error_code: error.code,
    error_message: error.message,
    rejected_at_ms: options.now(),
  });
  await report.stopped(error);
}

function readerOptions(run: Run): ReaderOptions {
  const { now, sleep, signal, observe, log } = run.options;
  return {
    now,
    sleep,
    signal,
    observe: (milliseconds) => observe("read", milliseconds),
    onHead: (index) => {
      if (run.troubled) log.info("the node answers again", { stream: STREAM });
      run.troubled = false;
      run.report.nodeAnswered(index);
      showProgress(run);
    },
    onTrouble: (error, delayMs) => {
      if (!run.troubled) log.warn(`the node is away: ${describeError(error)}`, { stream: STREAM, delayMs });
      run.troubled = true;
      run.report.nodeFailed(error);
    },
  };
}

/** Catching up, following, or waiting for a node that has less than the store. */
function showProgress({ report, state }: Run): void {
  const { nodeHead } = report;
  const head = headOf(state)?.index ?? -1;
  if (report.state === "stopped" || nodeHead === undefined) return;
  if (nodeHead < head) report.setState("waiting-for-node");
  else report.setState(nodeHead - head > FOLLOWING_WITHIN ? "catching-up" : "following");
}

/** Says once what a store can't tell because of where it began. */
async function noticeGaps({ options, report, state }: Run): Promise<void> {
  const first = await findFirstHeight(options.db);
  if (first === undefined || state.ledger) return;
  const text =
    first > 1
      ? `the node's index begins at height ${first}: what happened before is not indexed, and what follows from it is partial`
      : "the network's genesis is not known: rewards, supply and untouched genesis balances are not indexed (set FIRN_GENESIS, then run `firn reset`)";
  options.log.warn(text, { stream: STREAM });
  report.notice(text);
}

/** Keeps the lease and the status fresh. @throws StoreError STORE_CONFLICT when the lease was taken over */
async function beat({ options, report }: Run): Promise<void> {
  const { db, lease, now, sleep, signal } = options;
  while (!signal.aborted) {
    await renewLease(db, { ...lease, nowMs: now() });
    await report.write();
    await sleep(BEAT_MS, signal);
  }
}

function sourceOf({ options }: Run): IndexSource {
  return { node: options.node, name: STREAM };
}

function nextIndex({ state }: Run): number {
  return state.checkpoint?.next_index ?? 0;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
