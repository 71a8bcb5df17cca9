import type { IconName } from "@/components/ui/icon";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { formatDuration, formatPercent } from "../ui/format";

/** One word for the whole of it, with a shape of its own; `tone` is never the only difference. */
export interface Health {
  tone: "ok" | "warn" | "bad";
  icon: IconName;
  text: string;
}

/** Newest container readable this much after acceptance counts as behind. */
const BEHIND_MS = 10_000;

/** Health while there is no status, by the HTTP status that came instead; 0 when nothing came. */
export function healthWithout(httpStatus: number): Health {
  if (httpStatus === 503) return { tone: "warn", icon: "ring", text: "Nothing indexed yet" };
  if (httpStatus === 429) return { tone: "warn", icon: "clock", text: "Asked too often" };
  return { tone: "bad", icon: "bad", text: "Firn’s API does not answer" };
}

/**
 * Health as the strip says it, worst first: a stopped stream, the node, catching up, behind, healthy. `now` is the
 * wall clock.
 */
export function healthOf(status: FirnStatus, now: number): Health {
  const stopped = status.streams.find((stream) => stream.state === "stopped");
  if (stopped !== undefined) return { tone: "bad", icon: "bad", text: `${stopped.stream} stopped` };
  if (isNodeAway(status)) return { tone: "warn", icon: "alert", text: awayText(status, now) };
  const late = status.streams.find((stream) => stream.state === "catching-up");
  if (late !== undefined) return { tone: "warn", icon: "pend", text: `Catching up${progressText(late)}` };
  if (status.streams.some((stream) => stream.state === "starting"))
    return { tone: "warn", icon: "ring", text: "Starting" };
  const lag = Math.max(0, ...status.streams.map((stream) => (stream.behind > 0 ? (stream.lagMs ?? 0) : 0)));
  if (lag > BEHIND_MS) return { tone: "warn", icon: "clock", text: `Behind ${formatDuration(lag)}` };
  return { tone: "ok", icon: "ok", text: "Healthy" };
}

/** True when what is shown is what Firn stored, and the node can't confirm it now. */
export function isNodeAway(status: FirnStatus): boolean {
  return !status.node.reachable || status.streams.some((stream) => stream.state === "waiting-for-node");
}

/** `Node not answering, 42 s`; without the span when nobody knows since when. */
function awayText(status: FirnStatus, now: number): string {
  const since = status.streams.find((stream) => stream.state === "waiting-for-node")?.error?.at;
  return since === undefined
    ? "Node not answering"
    : `Node not answering, ${formatDuration(Math.max(1000, Math.floor((now - since) / 1000) * 1000))}`;
}

function progressText(stream: StreamStatus): string {
  if (stream.nodeHead === undefined) return "";
  const done = stream.nodeHead + 1 - stream.behind;
  return ` ${formatPercent(Math.max(0, done), stream.nodeHead + 1)}`;
}
