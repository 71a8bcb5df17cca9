import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import type { NodeClient, NodeContainer } from "../../client/node";
import type { IndexName } from "../../contract/node/index";
import { describeError, NodeError } from "../../errors";
import type { Log } from "../../log";
import { asHolder } from "../../store/bookkeeping/lease";
import { deleteRejections, writeRejection } from "../../store/bookkeeping/stream-status";
import { readContainer } from "../../store/queries/container-run";
import { findFirstHeight } from "../../store/queries/first-height";
import { chainOfStream } from "../../store/queries/stream";
import { packRuns } from "../../store/rows/pack";
import type { Pen } from "../rows/pen";
import { checkContainers, type Failure } from "./check";
import type { DecodedContainer } from "./decode";
import { BlockFailure } from "./failure";
import { untilStored } from "./linear";
import { type IndexSource, type NodeHead, type ReaderOptions, readContainers } from "./read";
import { StreamReport } from "./report";
import { headOf, loadState, type StreamState } from "./state";
import type { Stream } from "./stream";
import { type WriteOptions, writeContainers } from "./write";

/** The verbs of the pipeline, each with a duration metric of its name. */
export type Verb = "read" | "verify" | "decode" | "project" | "commit";

export interface FollowOptions extends Omit<WriteOptions, "observe"> {
  node: Pick<NodeClient, "getContainerRange" | "getLastAccepted">;
  log: Log;
  /** The node has something new in a stream. */
  onNews?: (stream: IndexName) => void;
  /** Milliseconds that a verb took, per batch. */
  observe: (verb: Verb, milliseconds: number) => void;
}

/** One stream being followed. */
export interface Follower {
  stream: Stream;
  options: FollowOptions;
  pen: Pen;
  report: StreamReport;
  state: StreamState;
  /** Containers before it are packed. */
  packedTo: number;
  /** The node didn't answer last time. */
  troubled: boolean;
  /** The node had less than the store last time. */
  behind: boolean;
  /** That was something else. */
  elsewhere: boolean;
  /** Everyone who follows the node, this one too: what ails all is logged once. */
  all: readonly Follower[];
}

/** A stream at its stored head. */
export async function newFollower(
  stream: Stream,
  shared: Pick<Follower, "options" | "pen" | "all">,
): Promise<Follower> {
  const { db, lease, log, now, rules } = shared.options;
  const state = await loadState(db, stream, rules);
  const follower: Follower = {
    ...shared,
    stream,
    report: new StreamReport(db, stream.name, { claim: lease, now, log }),
    state,
    packedTo: 0,
    troubled: false,
    behind: false,
    elsewhere: false,
  };
  follower.packedTo = Math.max(0, nextIndex(follower) - UNPACKED_AT_START);
  await follower.report.write();
  return follower;
}

/** A stream this close to the node's head follows it. */
const FOLLOWING_WITHIN = 16;
/** Single runs are packed once there are so many. */
const PACK_AFTER = 128;
/** A process that was killed may have left so many behind unpacked. */
const UNPACKED_AT_START = 4_096;

/** Stores what the node has and what it accepts, until the signal ends it; stands still while a container doesn't fit. */
export async function follow(follower: Follower): Promise<void> {
  const { options, stream } = follower;
  options.log.info("stream starts", { stream: stream.name, index: nextIndex(follower) });
  await noticeGaps(follower);
  while (!options.signal.aborted) {
    const failure = await followUntilFailure(follower);
    if (failure) await reject(follower, failure);
  }
}

async function followUntilFailure(follower: Follower): Promise<Failure | undefined> {
  const { options, report, stream } = follower;
  const reader = readerOptions(follower);
  let isClean = false;
  for await (const batch of readContainers(sourceOf(follower), nextIndex(follower), reader)) {
    const first = follower.state.checkpoint === undefined;
    if (stream.after) {
      await untilStored(options.db, { node: options.node, name: stream.after }, reader);
      if (options.signal.aborted) return undefined;
    }
    const failure = await storeContainers(follower, batch);
    if (failure) return failure;
    if (!isClean) await forgetRejections(follower);
    isClean = true;
    if (first) await noticeGaps(follower);
    showProgress(follower);
    if (report.state === "following" && nextIndex(follower) - follower.packedTo >= PACK_AFTER) {
      follower.packedTo = await packRuns(options.db, stream.name, follower.packedTo);
    }
  }
  return undefined;
}

export function sourceOf({ options, stream }: Follower): IndexSource {
  return { node: options.node, name: stream.name };
}

/** How a stream reads: what the reader learns of the node goes into its report, and into the log when it is new. */
export function readerOptions(follower: Follower): ReaderOptions {
  const { options, stream, report, all } = follower;
  const { now, sleep, signal, observe, log } = options;
  const context = { stream: stream.name };
  return {
    now,
    sleep,
    signal,
    idleMs: stream.idleMs,
    observe: (milliseconds) => observe("read", milliseconds),
    onHead: async (theirs) => {
      if (follower.troubled) {
        follower.troubled = false;
        if (!all.some(({ troubled }) => troubled)) log.info("the node answers again", context);
      }
      if (theirs && report.nodeHead !== undefined && theirs.index > report.nodeHead) {
        options.onNews?.(stream.name);
      }
      report.nodeAnswered(theirs?.index);
      showProgress(follower);
      await noticeElsewhere(follower, theirs);
    },
    onTrouble: (error, delayMs) => {
      if (!all.some(({ troubled }) => troubled)) {
        log.warn(`the node is away: ${describeError(error)}`, { ...context, delayMs });
      }
      follower.troubled = true;
      report.nodeFailed(error);
    },
  };
}

/** @returns what is wrong with the first container that doesn't fit; those before it are stored */
async function storeContainers(
  follower: Follower,
  batch: readonly NodeContainer[],
): Promise<Failure | undefined> {
  const { options, state, stream } = follower;
  const { blocks, failure } = await checkContainers(headOf(state), batch, { ...options, stream });
  return (await storeDecoded(follower, blocks)) ?? failure;
}

async function storeDecoded(
  follower: Follower,
  decoded: readonly DecodedContainer[],
): Promise<Failure | undefined> {
  const { options, pen, stream } = follower;
  const write = (containers: readonly DecodedContainer[]) =>
    pen.take((dictionaries) => writeContainers(follower.state, containers, { ...options, dictionaries }));
  try {
    await write(decoded);
    return undefined;
  } catch (error) {
    const failed = error instanceof BlockFailure ? decoded[error.index] : undefined;
    if (!(error instanceof BlockFailure) || !failed) throw error;
    follower.state = await loadState(options.db, stream, options.rules);
    await write(decoded.slice(0, error.index));
    return { container: failed.container, error: error.reason };
  }
}

/** Between two looks at the clock, and after how long a stopped stream tries whether it can go on. */
const LOOK_MS = 10_000;
const STOPPED_MS = 60_000;

/** The stream stands still until the node has another container that fits, or the signal comes. */
async function reject(follower: Follower, failure: Failure): Promise<void> {
  const { options, stream, report } = follower;
  const { container, error } = failure;
  const { log, now, sleep, signal } = options;
  log.error("stream stopped", { stream: stream.name, index: container.index, err: error });
  await asHolder(options.db, options.lease, (trx) =>
    writeRejection(trx, {
      stream: stream.name,
      container_index: container.index,
      container_id: container.containerId,
      bytes: container.bytes,
      error_code: error.code,
      error_message: error.message,
      rejected_at_ms: now(),
    }),
  );
  await report.stopped(error);
  for (let lookedAt = now(); !signal.aborted; ) {
    await sleep(LOOK_MS, signal);
    if (Math.abs(now() - lookedAt) < STOPPED_MS) continue;
    lookedAt = now();
    if (!(await fitsNow(follower))) continue;
    await forgetRejections(follower);
    log.info("what stopped the stream is gone: it goes on", { stream: stream.name });
    return report.resumed();
  }
}

/**
 * Whether the node has our last container, and behind it none or one that fits, which is then stored. It is tried as a whole,
 * also when it is the one that was rejected: its number, its time and the rules may be others now.
 */
async function fitsNow(follower: Follower): Promise<boolean> {
  const { options, state, stream } = follower;
  const { node, signal } = options;
  const head = headOf(state);
  try {
    const count = head === undefined ? 1 : 2;
    const theirs = await node.getContainerRange(stream.name, head?.index ?? 0, count, { signal });
    const [last] = head === undefined ? [] : theirs.splice(0, 1);
    if (head && !(last && equalBytes(last.containerId, head.containerId))) return false;
    const [next] = theirs;
    if (next === undefined) return true;
    if (stream.after) await untilStored(options.db, { node, name: stream.after }, readerOptions(follower));
    return !signal.aborted && (await storeContainers(follower, [next])) === undefined;
  } catch (error) {
    if (error instanceof NodeError || signal.aborted) return false;
    throw error;
  }
}

/** What was rejected where the stream is past it now is no evidence any more. */
async function forgetRejections({ options, stream }: Follower): Promise<void> {
  await asHolder(options.db, options.lease, (trx) => deleteRejections(trx, stream.name));
}

/** Catching up, following, or waiting for a node that has less than the store. */
function showProgress({ report, state, stream, options }: Follower): void {
  const { nodeHead = -1 } = report;
  const head = headOf(state)?.index ?? -1;
  if (report.state === "stopped" || !report.asked) return;
  if (nodeHead < head) {
    if (report.state !== "waiting-for-node") {
      const context = { stream: stream.name, nodeHead, stored: head };
      options.log.info("the node has less than the store: it is waited for", context);
    }
    report.setState("waiting-for-node");
  } else report.setState(nodeHead - head > FOLLOWING_WITHIN ? "catching-up" : "following");
}

/** A node that has less than the store is waited for; whether it is of the same history is said meanwhile. */
async function noticeElsewhere(follower: Follower, theirs: NodeHead | undefined): Promise<void> {
  const { options, stream, report, state } = follower;
  const stored = headOf(state)?.index ?? -1;
  const behind = (theirs?.index ?? -1) < stored;
  const mine = behind && theirs ? await readContainer(options.db, stream.name, theirs.index) : undefined;
  const other = mine !== undefined && !equalBytes(mine.containerId, theirs?.containerId ?? mine.containerId);
  const less = `the node's index ${theirs ? `ends at container ${theirs.index}` : "is empty"}, the store's at ${stored}: it is waited for`;
  const text = other
    ? `container ${mine.index} is ${formatId(mine.containerId)}, the node's is another: it follows another history than the store: point FIRN_NODE_URL at the right node, or run \`firn reset\``
    : less;
  if (other && !follower.elsewhere) options.log.warn(`${stream.name}: ${text}`);
  if (behind || follower.behind) report.nodeElsewhere(behind ? text : undefined);
  Object.assign(follower, { behind, elsewhere: other });
}

/** Says once what a store can't tell because of where it began. */
async function noticeGaps({ options, stream, report, state }: Follower): Promise<void> {
  const chain = stream.name.endsWith("/block") ? chainOfStream(stream.name) : undefined;
  const first = chain === undefined ? undefined : await findFirstHeight(options.db, chain);
  if (first === undefined) return;
  let text: string | undefined;
  if (first > 1) {
    text = `the node's index begins at height ${first}: what happened before is not indexed, and what follows from it is partial`;
  } else if (stream.keepsBooks && !state.ledger) {
    text =
      "the network's genesis is not known: rewards, supply and untouched genesis balances are not indexed (set FIRN_GENESIS, then restart Firn)";
  }
  if (text === undefined) return;
  options.log.warn(text, { stream: stream.name });
  report.notice(text);
}

function nextIndex({ state }: Follower): number {
  return state.checkpoint?.next_index ?? 0;
}
