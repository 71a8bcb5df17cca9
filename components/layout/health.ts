import type { IconName } from "@/components/ui/icon";
import { quietChains } from "@/lib/avalanche/quiet-chains";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { formatAge, formatDuration, formatPercent, headTail } from "@/lib/words/format";
import { isAlone } from "@/lib/words/lone-node";
import { streamName } from "@/lib/words/stream-name";

/** Health in one word, with its own shape: `tone` is never the only difference. */
export interface Health {
  tone: "ok" | "warn" | "bad";
  icon: IconName;
  text: string;
}

/** Lag above this, from acceptance of the newest container to Firn serving it, counts as behind. */
const BEHIND_MS = 10_000;

/** Health without a status, from the HTTP status of the failed request; 0 if there was no answer. */
export function healthWithout(httpStatus: number): Health {
  if (httpStatus === 503) return { tone: "warn", icon: "ring", text: "Nothing indexed yet" };
  if (httpStatus === 429) return { tone: "warn", icon: "clock", text: "Asked too often" };
  return { tone: "bad", icon: "bad", text: "Firn’s API does not answer" };
}

/**
 * Health as the strip shows it, worst problem first. Healthy must be known: no store file is damaged, the node answers,
 * has bootstrapped and reports healthy, every stream can be read and has what the node has, the genesis is known, and
 * no chain has been silent for unusually long. `now` is the wall clock.
 */
export function healthOf(status: FirnStatus, now: number): Health {
  const { streams, node, network } = status;
  const stopped = streams.find((stream) => stream.state === "stopped");
  if (stopped?.error?.code === "INDEXER_AWAY")
    return { tone: "bad", icon: "bad", text: "Indexer not running" };
  if (status.store.damaged !== undefined)
    return { tone: "bad", icon: "bad", text: "A store’s file is damaged" };
  if (stopped !== undefined) return { tone: "bad", icon: "bad", text: `${streamName(stopped)} stopped` };
  if (isNodeAway(status)) return warn("alert", awayText(status, now));
  if (node.bootstrapping !== undefined && node.bootstrapping.length > 0)
    return warn("pend", `Node bootstrapping ${node.bootstrapping.join(", ")}`);
  const late = streams.find((stream) => stream.state === "catching-up");
  if (late !== undefined) return warn("pend", `Catching up${progressText(late)}`);
  if (streams.length === 0) return warn("ring", "Nothing indexed yet");
  if (streams.some((stream) => isStarting(stream))) return warn("ring", "Starting");
  if (node.healthy === false && isAlone(node)) return warn("alert", "Node has no peers");
  if (node.healthy === false) return warn("alert", `Node unhealthy${failingText(status)}`);
  const lag = Math.max(0, ...streams.map(({ behind = 0, lagMs = 0 }) => (behind > 0 ? lagMs : 0)));
  if (lag > BEHIND_MS) return warn("clock", `Behind ${formatDuration(lag)}`);
  if (!network.genesisKnown) return warn("alert", "Genesis not known");
  const unreadable = streams.find(({ state }) => state === "unreadable");
  if (unreadable !== undefined) return warn("alert", `${unreadable.stream} can’t be read`);
  const quiet = quietChains(streams, now)[0];
  if (quiet !== undefined)
    return warn("clock", `No new ${quiet.name} block for ${formatAge(now - quiet.sinceMs)}`);
  if (node.healthy === undefined || node.bootstrapping === undefined)
    return warn("ring", "Node’s health not known");
  return { tone: "ok", icon: "ok", text: "Healthy" };
}

/** Whether it is not known yet how far a stream is behind. Of one that can't be read it never is. */
function isStarting({ state, behind }: StreamStatus): boolean {
  return state === "starting" || (behind === undefined && state !== "unreadable");
}

function warn(icon: IconName, text: string): Health {
  return { tone: "warn", icon, text };
}

/** True if pages show stored data that the node cannot confirm now. */
export function isNodeAway(status: FirnStatus): boolean {
  return !status.node.reachable || status.streams.some((stream) => stream.state === "waiting-for-node");
}

/**
 * `Node not answering, 42 s`, without the time if it is not known. If the node answers other streams, names the one
 * that waits.
 */
function awayText({ node, streams }: FirnStatus, now: number): string {
  const waiting = streams.find(({ state }) => state === "waiting-for-node");
  const what =
    node.reachable && waiting !== undefined
      ? `${streamName(waiting)} waits for its node`
      : "Node not answering";
  const since = waiting?.error?.at;
  if (since === undefined) return what;
  return `${what}, ${formatDuration(Math.max(1000, Math.round((now - since) / 1000) * 1000))}`;
}

const LONG_NAME = 20;

function failingText({ node: { failingChecks = [] } }: FirnStatus): string {
  // The check of an L1's chain has the name of its blockchain's id.
  const names = failingChecks.slice(0, 2).map((name) => (name.length > LONG_NAME ? headTail(name) : name));
  return names.length === 0 ? "" : `: ${names.join(", ")}`;
}

function progressText({ nodeHead, behind }: StreamStatus): string {
  if (nodeHead === undefined || behind === undefined) return "";
  return ` ${formatPercent(Math.max(0, nodeHead + 1 - behind), nodeHead + 1)}`;
}
