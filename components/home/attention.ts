import type { IconName } from "@/components/ui/icon";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { type QuietChain, quietChains } from "../layout/health";
import { missingBlocks } from "../status/missing";
import { formatAge, formatDuration, groupDigits, plural } from "../ui/format";

/** One thing an operator should look at. */
export interface Attention {
  icon: IconName;
  title: string;
  text: string;
}

/**
 * What needs attention, worst first: damaged files, stopped streams, the node away or not well, what is not known, an index with missing
 * blocks, chains that are quiet. `now` is the wall clock, unix milliseconds.
 */
export function attentionOf(status: FirnStatus, now: number): Attention[] {
  return [
    ...(status.store.damaged ?? []).map(sayDamaged),
    ...status.streams.filter(({ state }) => state === "stopped").map(sayStopped),
    ...(status.node.reachable ? sayWaiting(status) : [sayAway(status)]),
    ...sayNode(status),
    ...sayUnknown(status),
    ...status.streams.flatMap(sayMissing),
    ...quietChains(status, now).map((chain) => sayQuiet(chain, status)),
  ];
}

function sayDamaged({ file, faults: [first, ...others] }: DamagedFile): Attention {
  const more = others.length === 0 ? "" : `, and ${plural(others.length, "more fault")}`;
  return {
    icon: "bad",
    title: `The file ${file} is damaged`,
    text: `Firn looked through it and found: ${first ?? "it can’t be read"}${more}. Numbers that come from it may be wrong or missing. Stop Firn, see whether the disk is well (a copy of the file kept elsewhere may be put back), or index again: firn reset --yes deletes the stores, and the node is asked anew. The next search, at Firn’s start, says whether it is well again.`,
  };
}

type DamagedFile = NonNullable<FirnStatus["store"]["damaged"]>[number];

function sayStopped({ stream, error, indexedHead }: StreamStatus): Attention {
  const last = indexedHead === undefined ? "" : ` Stored up to height ${groupDigits(indexedHead.height)}.`;
  return {
    icon: "bad",
    title: `${stream} stopped`,
    text: `${error === undefined ? "The bytes disagree" : withHint(error)}.${last}`,
  };
}

function sayAway({ node }: FirnStatus): Attention {
  return {
    icon: "alert",
    title: "Your node does not answer",
    text: `${node.error ?? "Nobody knows why"}. What is stored stays visible, and Firn keeps trying.`,
  };
}

/** The node answers others, not these. */
function sayWaiting({ streams }: FirnStatus): Attention[] {
  return streams
    .filter(({ state }) => state === "waiting-for-node")
    .map(({ stream, error, notice = "The node does not answer for it" }) => ({
      icon: "alert",
      title: `${stream} waits for its node`,
      text: `${error === undefined ? notice : withHint(error)}.`,
    }));
}

function sayNode({ node }: FirnStatus): Attention[] {
  const { bootstrapping = [], healthy, failingChecks = [] } = node;
  const items: Attention[] = [];
  if (bootstrapping.length > 0)
    items.push({
      icon: "pend",
      title: `Your node bootstraps ${bootstrapping.join(", ")}`,
      text: "Until it has done so, its newest block is not the network’s.",
    });
  if (healthy === false)
    items.push({
      icon: "alert",
      title: "Your node says that it is unhealthy",
      text: failingChecks.length === 0 ? "It does not say why." : `Failing: ${failingChecks.join(", ")}.`,
    });
  return items;
}

function sayUnknown({ node, network, streams }: FirnStatus): Attention[] {
  const items: Attention[] = [];
  const unasked = streams.filter(
    ({ state, behind }) => state === "starting" || (behind === undefined && state === "following"),
  );
  if (unasked.length > 0)
    items.push({
      icon: "ring",
      title: `${unasked.map(({ stream }) => stream).join(", ")} ${unasked.length === 1 ? "is" : "are"} starting`,
      text: "How far behind the node that leaves Firn is not known yet.",
    });
  if (!network.genesisKnown && streams.length > 0)
    items.push({
      icon: "alert",
      title: "The network’s genesis is not known",
      text: "Totals, rewards and lists lack what was there from the start. FIRN_GENESIS names AvalancheGo’s genesis file.",
    });
  if (node.reachable && (node.healthy === undefined || node.bootstrapping === undefined))
    items.push({
      icon: "ring",
      title: "Your node does not say how it is",
      text: "Its health or info API does not answer.",
    });
  return items;
}

function sayQuiet({ name, ageMs, pace }: QuietChain, { node }: FirnStatus): Attention {
  const { usualMs, longestMs } = pace;
  const usual = usualMs === 0 ? "several in a second" : `one every ${formatDuration(usualMs)}`;
  const well = node.healthy === true ? " The node says that it is well: perhaps nobody transacts." : "";
  return {
    icon: "clock",
    title: `No new ${name} block for ${formatAge(ageMs)}`,
    text: `Usually ${usual}, and of late never more than ${formatDuration(longestMs)} apart.${well}`,
  };
}

function sayMissing(status: StreamStatus): Attention[] {
  const { stream } = status;
  const missing = missingBlocks(status);
  if (missing === 0) return [];
  return [
    {
      icon: "alert",
      title: `${stream} lacks ${plural(missing, "block")}`,
      text: "The node accepted them while its index was off. A fresh node with --index-enabled indexes all of them.",
    },
  ];
}

function withHint({ message, hint }: { message: string; hint?: string | undefined }): string {
  return hint === undefined ? message : `${message}: ${hint}`;
}
