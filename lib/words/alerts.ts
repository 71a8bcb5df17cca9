import type { FirnAlert } from "../contract/firn/alerts";
import { hrefTo } from "../contract/pages";
import {
  formatAge,
  formatAmount,
  formatBytes,
  formatDate,
  formatDuration,
  formatLeft,
  groupDigits,
  headTail,
  plural,
} from "./format";
import { describeGap } from "./gap";
import { isAlone } from "./lone-node";
import { streamName } from "./stream-name";

/** An alert in words. */
export interface AlertWords {
  title: string;
  text: string;
  /** The page about it; the status by default. */
  href?: string;
}

export type AlertKind = FirnAlert["kind"];
type AlertOf<K extends AlertKind> = Extract<FirnAlert, { kind: K }>;

/** An alert in words. `now` is the wall clock, unix milliseconds. */
export function wordsOfAlert(alert: FirnAlert, now: number): AlertWords {
  const inWords = WORDS[alert.kind] as (alert: FirnAlert, now: number) => AlertWords;
  return inWords(alert, now);
}

const WORDS: { [K in AlertKind]: (alert: AlertOf<K>, now: number) => AlertWords } = {
  "file-damaged": ({ file, faults: [first, ...others] }) => ({
    title: `The file ${file} is damaged`,
    text: `Firn checked it and found: ${first ?? "the file can’t be read"}${others.length === 0 ? "" : `, and ${plural(others.length, "more fault")}`}. Numbers from this file may be wrong or missing. Stop Firn and check the disk. Then restore a copy of the file, or index again: firn reset --yes deletes the stores, and Firn reads everything from the node. Firn checks its files again when it starts.`,
  }),
  "verify-differs": ({ differences, first: [one], timestamp }, now) => ({
    title: `The last check found ${plural(differences, "difference")}`,
    text: `firn verify, ${formatAge(now - timestamp * 1000)} ago, found that what is stored differs from its bytes or from the node${one === undefined ? "" : `: ${one}`}. Run it again: a difference that stays is a damaged store, or a fault of Firn. firn reproject rebuilds all rows from the stored bytes.`,
  }),
  "indexer-away": () => ({
    title: "Firn’s indexer is not running",
    text: "What Firn shows gets older. Start Firn again, or firn index alone where services are started one by one.",
  }),
  "stream-stopped": ({ error, storedTo, ...stream }) => ({
    title: `${streamName(stream)} stopped`,
    text: `${error === undefined ? "The data does not fit together" : withHint(error)}.${storedTo === undefined ? "" : ` Stored up to block ${groupDigits(storedTo)}.`}`,
  }),
  "node-away": ({ error = "The cause is unknown" }) => ({
    title: "Your node does not answer",
    text: `${error}. Stored data stays visible, and Firn keeps trying.`,
  }),
  "stream-waiting": ({ error, notice = "The node does not answer for this stream", ...stream }) => ({
    title: `${streamName(stream)} waits for its node`,
    text: `${error === undefined ? notice : withHint(error)}.`,
  }),
  "stream-behind": ({ behind, ...stream }) => ({
    title: `${streamName(stream)} is behind the node`,
    text: `About ${plural(behind, "block")} are still to be indexed. Until then pages show an older state of this chain.`,
  }),
  "requests-limited": ({ stream, notice }) => ({
    title: `${stream === undefined ? "Your node" : `The node of ${stream}`} limits requests`,
    text: `${notice}. Catching up takes longer than with a node of your own.`,
  }),
  "node-bootstrapping": ({ chains }) => ({
    href: hrefTo("node"),
    title: `Your node is bootstrapping ${chains.join(", ")}`,
    text: "Until it is done, its newest block is not the network’s newest.",
  }),
  "node-unhealthy": (alert) => {
    const { failingChecks } = alert;
    return {
      href: hrefTo("node"),
      ...(isAlone(alert)
        ? {
            title: "Your node has no peers",
            text: "It calls itself unhealthy, as a recorded node does, or the only one of a network.",
          }
        : {
            title: "Your node reports that it is unhealthy",
            text:
              failingChecks.length === 0 ? "It gives no reason." : `Failing: ${failingChecks.join(", ")}.`,
          }),
    };
  },
  "node-health-unknown": () => ({
    title: "Your node’s health is not known",
    text: "Its health or info API does not answer.",
  }),
  "streams-starting": ({ streams }) => ({
    title: `${streams.join(", ")} ${streams.length === 1 ? "is" : "are"} starting`,
    text: "How far Firn is behind the node is not known yet.",
  }),
  "genesis-unknown": () => ({
    title: "The network’s genesis is not known",
    text: "Totals, rewards and lists lack the genesis. Set FIRN_GENESIS to the path of AvalancheGo’s genesis file.",
  }),
  "graph-incomplete": ({ gap, isReadable }) => {
    const { title, why, lacks } = describeGap(gap);
    return { title, text: `${isReadable ? why : REMEDY} ${lacks}` };
  },
  "blocks-missing": ({ stream, count }) => ({
    href: hrefTo("index"),
    title: `${stream} lacks ${plural(count, "block")}`,
    text: stream.startsWith("C")
      ? "The node did not give them. They arrive by themselves once it has them, or another node is used that does."
      : "The node did not give them. To index them, run firn reset --yes with a node that has every block.",
  }),
  "chain-quiet": ({ name, sinceMs, pace: { usualMs, longestMs }, nodeHealthy }, now) => {
    const usual = usualMs === 0 ? "several in a second" : `one every ${formatDuration(usualMs)}`;
    const healthy =
      nodeHealthy === true
        ? " The node reports that it is healthy, so there may just be no transactions."
        : "";
    return {
      title: `No new ${name} block for ${formatAge(now - sinceMs)}`,
      text: `Usually ${usual}, and lately never more than ${formatDuration(longestMs)} apart.${healthy}`,
    };
  },
  "uptime-low": ({ nodeId, uptimePercent, requiredPercent }) => ({
    href: hrefTo("validator", { id: nodeId }),
    title: `Your validator’s uptime is ${uptimePercent.toFixed(1)} %`,
    text: `Other validators see it less than the ${requiredPercent} % that a reward needs.`,
  }),
  "period-ending": ({ nodeId, endTimestamp }, now) => {
    const leftMs = endTimestamp * 1000 - now;
    return {
      href: hrefTo("validator", { id: nodeId }),
      title:
        leftMs > 0
          ? `Your validator’s period ends in ${formatLeft(leftMs)}`
          : "Your validator’s period is over",
      text: "Afterwards the node no longer validates, unless a new period is started.",
    };
  },
  "reward-missed": ({ nodeId, endTimestamp }) => ({
    href: hrefTo("validator", { id: nodeId }),
    title: "Your validator got no reward",
    text: `Its period ended on ${formatDate(endTimestamp * 1000)}, and the network paid no reward for it: too few validators saw it online long enough. The stake is back with its owner.`,
  }),
  "l1-validator-inactive": ({ validationId, subnetId }) => ({
    href: hrefTo("validation", { id: validationId }),
    title: `Your validator of L1 ${headTail(subnetId)} is inactive`,
    text: "Its balance is used up: it counts again once somebody tops it up.",
  }),
  "l1-balance-low": ({ validationId, subnetId, runsOutTimestamp, level }) => ({
    href: hrefTo("validation", { id: validationId }),
    title: `Your validator of L1 ${headTail(subnetId)} runs out of balance on ${formatDate(runsOutTimestamp * 1000)}`,
    text: `It becomes inactive then. ${level === "critical" ? "Less than 3 days are left." : "Top it up before then."}`,
  }),
  "l1-weight-lost": ({ validationId, subnetId, timestamp, weightBefore, weight }) => ({
    href: hrefTo("validation", { id: validationId }),
    title:
      weight === "0"
        ? `Your validator of L1 ${headTail(subnetId)} was removed`
        : `Your validator of L1 ${headTail(subnetId)} lost weight`,
    text: `The L1 set its weight from ${groupDigits(weightBefore)} to ${groupDigits(weight)} on ${formatDate(timestamp * 1000)}.`,
  }),
  "exports-waiting": ({ count, oldest }) => {
    const { txHash, to = "another chain", amount, denomination, symbol, timestamp } = oldest;
    const since = timestamp === undefined ? "" : ` since ${formatDate(timestamp * 1000)}`;
    return {
      href: hrefTo("transfer", { id: txHash }),
      title: `${formatAmount(BigInt(amount), denomination, symbol)} of your validator’s owner waits for its import`,
      text: `It was exported to the ${to}, and nobody has imported it there${since}.${count === 1 ? "" : ` It is the oldest of ${groupDigits(count)}.`}`,
    };
  },
  "upgrade-not-ready": ({ reason }) => ({
    href: hrefTo("node"),
    title: "Your node is not ready for the next upgrade",
    text: `Its own check says: ${reason}.`,
  }),
  "version-old": ({ version, newerPercent }) => ({
    href: hrefTo("node"),
    title: "Your node’s version is older than most",
    text: `${newerPercent} % of stake runs a newer one than ${version}. The next upgrade may need it.`,
  }),
  "disk-low": ({ availableBytes, availablePercent }) => ({
    href: hrefTo("node"),
    title: `Your node’s disk has ${formatBytes(availableBytes)} left`,
    text: `That is ${availablePercent} % of it. A node stops when its disk is full.`,
  }),
  "data-disk-low": ({ availableBytes, availablePercent }) => ({
    title: `Firn’s disk has ${formatBytes(availableBytes)} left`,
    text: `That is ${availablePercent} % of the disk that FIRN_DATA_DIR is on. Firn stops indexing when it is full, and goes on once there is room.`,
  }),
  "connected-low": ({ connectedPercent, requiredPercent }) => ({
    href: hrefTo("node"),
    title: `Your node is connected to ${connectedPercent} % of stake`,
    text: `Below ${requiredPercent} % it cannot follow the network reliably. Check its port and its bandwidth.`,
  }),
};

const REMEDY =
  "Only the index of a node has them, and your node’s is off. An index that is switched on now does not get them: use a node whose index was on from the beginning.";

function withHint({ message, hint }: { message: string; hint?: string | undefined }): string {
  return hint === undefined ? message : `${message}: ${hint}`;
}
