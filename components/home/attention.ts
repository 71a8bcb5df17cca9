import type { IconName } from "@/components/ui/icon";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { isAlone, type QuietChain, quietChains } from "../layout/health";
import { streamName } from "../layout/stream-name";
import { describeGap } from "../state/gap";
import { missingBlocks } from "../status/missing";
import { formatAge, formatDuration, groupDigits, plural } from "../ui/format";

/** One thing an operator should look at. */
export interface Attention {
  icon: IconName;
  title: string;
  text: string;
  /** The page about it; the status by default. */
  href?: string;
}

/**
 * What needs attention, worst first: damaged files, stopped streams, the node down, limiting requests or unhealthy, unknowns, indexes with
 * missing blocks, quiet chains. `now` is the wall clock, unix milliseconds.
 */
export function attentionOf(status: FirnStatus, now: number): Attention[] {
  return [
    ...(status.store.damaged ?? []).map(describeDamaged),
    ...status.streams.filter(({ state }) => state === "stopped").map(describeStopped),
    ...(status.node.reachable ? describeWaiting(status) : [describeAway(status)]),
    ...describeLimited(status),
    ...describeNode(status),
    ...describeUnknown(status),
    ...status.streams.flatMap(describeMissing),
    ...quietChains(status, now).map((chain) => describeQuiet(chain, status)),
  ];
}

function describeDamaged({ file, faults: [first, ...others] }: DamagedFile): Attention {
  const more = others.length === 0 ? "" : `, and ${plural(others.length, "more fault")}`;
  return {
    icon: "bad",
    title: `The file ${file} is damaged`,
    text: `Firn checked it and found: ${first ?? "the file can’t be read"}${more}. Numbers from this file may be wrong or missing. Stop Firn and check the disk. Then restore a copy of the file, or index again: firn reset --yes deletes the stores, and Firn reads everything from the node. Firn checks its files again when it starts.`,
  };
}

type DamagedFile = NonNullable<FirnStatus["store"]["damaged"]>[number];

function describeStopped({ error, indexedHead, ...stream }: StreamStatus): Attention {
  const last = indexedHead === undefined ? "" : ` Stored up to block ${groupDigits(indexedHead.height)}.`;
  return {
    icon: "bad",
    title: `${streamName(stream)} stopped`,
    text: `${error === undefined ? "The data does not fit together" : withHint(error)}.${last}`,
  };
}

function describeAway({ node }: FirnStatus): Attention {
  return {
    icon: "alert",
    title: "Your node does not answer",
    text: `${node.error ?? "The cause is unknown"}. Stored data stays visible, and Firn keeps trying.`,
  };
}

/** The node is up but does not answer for these streams. */
function describeWaiting({ streams }: FirnStatus): Attention[] {
  return streams
    .filter(({ state }) => state === "waiting-for-node")
    .map(({ error, notice = "The node does not answer for this stream", ...stream }) => ({
      icon: "alert",
      title: `${streamName(stream)} waits for its node`,
      text: `${error === undefined ? notice : withHint(error)}.`,
    }));
}

/** Nodes that allow only so many requests, each with the streams that wait for it. */
function describeLimited({ streams }: FirnStatus): Attention[] {
  const limited = streams.filter(
    ({ state, notice }) => notice?.includes("limits requests") && state !== "waiting-for-node",
  );
  const isOnNode = ({ evm }: StreamStatus) => evm === undefined || evm.isCChain;
  const ofNode = limited.some(isOnNode) ? [{ whose: "Your node", stream: limited.find(isOnNode) }] : [];
  const ofChains = limited
    .filter((stream) => !isOnNode(stream))
    .map((stream) => ({ whose: `The node of ${stream.stream}`, stream }));
  return [...ofNode, ...ofChains].map(({ whose, stream }) => ({
    icon: "pend",
    title: `${whose} limits requests`,
    text: `${stream?.notice}. Catching up takes longer than with a node of your own.`,
  }));
}

function describeNode({ node }: FirnStatus): Attention[] {
  const href = hrefTo("node");
  const { bootstrapping = [], healthy, failingChecks = [] } = node;
  const items: Attention[] = [];
  if (bootstrapping.length > 0)
    items.push({
      href,
      icon: "pend",
      title: `Your node is bootstrapping ${bootstrapping.join(", ")}`,
      text: "Until it is done, its newest block is not the network’s newest.",
    });
  if (isAlone({ node }))
    items.push({
      href,
      icon: "alert",
      title: "Your node has no peers",
      text: "It calls itself unhealthy, as a recorded node does, or the only one of a network.",
    });
  else if (healthy === false)
    items.push({
      href,
      icon: "alert",
      title: "Your node reports that it is unhealthy",
      text: failingChecks.length === 0 ? "It gives no reason." : `Failing: ${failingChecks.join(", ")}.`,
    });
  return items;
}

function describeUnknown({ node, network, gaps, streams }: FirnStatus): Attention[] {
  const items: Attention[] = [];
  const starting = streams.filter(
    ({ state, behind }) => state === "starting" || (behind === undefined && state === "following"),
  );
  if (starting.length > 0)
    items.push({
      icon: "ring",
      title: `${starting.map(({ stream }) => stream).join(", ")} ${starting.length === 1 ? "is" : "are"} starting`,
      text: "How far Firn is behind the node is not known yet.",
    });
  if (!network.genesisKnown && streams.length > 0)
    items.push({
      icon: "alert",
      title: "The network’s genesis is not known",
      text: "Totals, rewards and lists lack the genesis. Set FIRN_GENESIS to the path of AvalancheGo’s genesis file.",
    });
  items.push(...describeGraph({ gaps, streams }));
  if (node.reachable && (node.healthy === undefined || node.bootstrapping === undefined))
    items.push({
      icon: "ring",
      title: "Your node’s health is not known",
      text: "Its health or info API does not answer.",
    });
  return items;
}

/** The X-Chain from before its first block. Blocks that lack are counted by `describeMissing`. */
function describeGraph({ gaps = [], streams }: Pick<FirnStatus, "gaps" | "streams">): Attention[] {
  const unreadable = streams.find(({ state }) => state === "unreadable");
  return gaps
    .filter(({ before }) => before === 1)
    .map(describeGap)
    .map(({ title, why, lacks }) => ({
      icon: "alert",
      title,
      text: `${unreadable === undefined ? why : REMEDY} ${lacks}`,
    }));
}

const REMEDY =
  "Only the index of a node has them, and your node’s is off. An index that is switched on now does not get them: use a node whose index was on from the beginning.";

function describeQuiet({ name, ageMs, pace }: QuietChain, { node }: FirnStatus): Attention {
  const { usualMs, longestMs } = pace;
  const usual = usualMs === 0 ? "several in a second" : `one every ${formatDuration(usualMs)}`;
  const healthy =
    node.healthy === true
      ? " The node reports that it is healthy, so there may just be no transactions."
      : "";
  return {
    icon: "clock",
    title: `No new ${name} block for ${formatAge(ageMs)}`,
    text: `Usually ${usual}, and lately never more than ${formatDuration(longestMs)} apart.${healthy}`,
  };
}

function describeMissing(status: StreamStatus): Attention[] {
  const { stream } = status;
  const missing = missingBlocks(status);
  if (missing === 0) return [];
  return [
    {
      icon: "alert",
      href: hrefTo("index"),
      title: `${stream} lacks ${plural(missing, "block")}`,
      text: stream.startsWith("C")
        ? "The node did not give them. They arrive by themselves once it has them, or another node is used that does."
        : "The node did not give them. To index them, run firn reset --yes with a node that has every block.",
    },
  ];
}

function withHint({ message, hint }: { message: string; hint?: string | undefined }): string {
  return hint === undefined ? message : `${message}: ${hint}`;
}
