import type { FirnValidator } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { CRITICAL_DAYS, runwayTo } from "../l1/runway";
import {
  formatAmount,
  formatBytes,
  formatDate,
  formatLeft,
  formatPercent,
  groupDigits,
  headTail,
} from "../ui/format";
import type { Attention } from "./attention";

/** What is known of the operator's own node; undefined where nobody said. */
export interface OwnNode {
  /** What it validates, from Firn's store. */
  validator: FirnValidator | undefined;
  /** What its owners exported and nobody imported, oldest first. */
  exports: readonly WaitingExport[];
  /** What the node says of itself. */
  disk: { availableBytes: number; availablePercent: number | undefined } | undefined;
  peers:
    | {
        connectedNavax: bigint;
        totalNavax: bigint;
        versions: readonly { version: string; navax: bigint }[];
      }
    | undefined;
  version: string | undefined;
  /** Why its check of upgrades fails. */
  upgradeFault: string | undefined;
}

/** An output that left one chain and did not arrive on the other. */
export interface WaitingExport {
  txHash: string;
  /** As in "X-Chain"; undefined where the chain's id is not known. */
  to: string | undefined;
  /** Of any asset; base units where the decimals are not known. */
  asset: { amount: string; denomination?: number | undefined; symbol?: string | undefined };
  /** Unix seconds; undefined where it is not known. */
  timestamp: number | undefined;
}

const DAY_S = 86_400;
/** An export that is younger may still be imported by whoever made it. */
const WAITING_S = 3_600;
/** A period that ends sooner is worth a reminder. */
const ENDING_DAYS = 7;
/** @source avalanchego genesis: the uptime that a reward needs */
const UPTIME_REQUIRED_PERCENT = 80;
/** Below this share of its disk the node's own check begins to fail soon. */
const LOW_DISK_PERCENT = 10;
/** Consensus needs more than this of the stake. @source avalanchego network/network.go minimum connected stake */
const LEAST_CONNECTED_PERCENT = 80;

/** What an operator must act on beyond what the status knows. `nowMs` is the wall clock. */
export function ownNodeAttention(own: OwnNode, nowMs: number): Attention[] {
  return [
    ...(own.validator === undefined ? [] : ofValidator(own.validator, nowMs)),
    ...ofExports(own, nowMs),
    ...ofUpgrade(own),
    ...ofDisk(own),
    ...ofPeers(own),
  ];
}

function ofValidator(validator: FirnValidator, nowMs: number): Attention[] {
  const { nodeId, period, uptimePercent, l1Validations } = validator;
  const href = hrefTo("validator", { id: nodeId });
  const items: Attention[] = [];
  const isRunning = period?.status === "active";
  if (isRunning && uptimePercent !== undefined && uptimePercent < UPTIME_REQUIRED_PERCENT)
    items.push({
      ...{ icon: "alert", href },
      title: `Your validator’s uptime is ${uptimePercent.toFixed(1)} %`,
      text: `Other validators see it less than the ${UPTIME_REQUIRED_PERCENT} % that a reward needs.`,
    });
  const leftS = period?.endTimestamp === undefined ? undefined : period.endTimestamp - nowMs / 1000;
  if (isRunning && leftS !== undefined && leftS < ENDING_DAYS * DAY_S)
    items.push({
      ...{ icon: "clock", href },
      title:
        leftS > 0
          ? `Your validator’s period ends in ${formatLeft(leftS * 1000)}`
          : "Your validator’s period is over",
      text: "Afterwards the node no longer validates, unless a new period is started.",
    });
  for (const { validationId, subnetId, active, weight, runsOutTimestamp } of l1Validations) {
    if (weight === "0") continue;
    const at = hrefTo("validation", { id: validationId });
    const name = `Your validator of L1 ${headTail(subnetId)}`;
    if (!active)
      items.push({
        ...{ icon: "bad", href: at },
        title: `${name} is inactive`,
        text: "Its balance is used up: it counts again once somebody tops it up.",
      });
    else if (runsOutTimestamp !== undefined) {
      const { level } = runwayTo(runsOutTimestamp, nowMs / 1000);
      if (level !== "well")
        items.push({
          ...{ icon: level === "critical" ? "bad" : "alert", href: at },
          title: `${name} runs out of balance on ${formatDate(runsOutTimestamp * 1000)}`,
          text: `It becomes inactive then. ${level === "critical" ? `Less than ${CRITICAL_DAYS} days are left.` : "Top it up before."}`,
        });
    }
  }
  return items;
}

/** The oldest one, which leads to the rest: they have the same owners. */
function ofExports({ exports }: OwnNode, nowMs: number): Attention[] {
  const forgotten = exports.filter(({ timestamp = 0 }) => nowMs / 1000 - timestamp > WAITING_S);
  const [oldest] = forgotten;
  if (oldest === undefined) return [];
  const { asset, to = "another chain", timestamp, txHash } = oldest;
  const amount = formatAmount(BigInt(asset.amount), asset.denomination, asset.symbol);
  const since = timestamp === undefined ? "" : ` since ${formatDate(timestamp * 1000)}`;
  return [
    {
      ...{ icon: "alert", href: hrefTo("transfer", { id: txHash }) },
      title: `${amount} of your validator’s owner waits for its import`,
      text: `It was exported to the ${to}, and nobody has imported it there${since}.${forgotten.length === 1 ? "" : ` It is the oldest of ${groupDigits(forgotten.length)}.`}`,
    },
  ];
}

function ofUpgrade({ upgradeFault, peers, version }: OwnNode): Attention[] {
  const href = hrefTo("node");
  if (upgradeFault !== undefined)
    return [
      {
        ...{ icon: "bad", href },
        title: "Your node is not ready for the next upgrade",
        text: `Its own check says: ${upgradeFault}.`,
      },
    ];
  if (peers === undefined || version === undefined) return [];
  const own = numbersOf(version);
  const newer = peers.versions.filter((each) => isNewer(numbersOf(each.version), own));
  const navax = newer.reduce((sum, each) => sum + each.navax, 0n);
  if (own === undefined || navax * 2n <= peers.totalNavax) return [];
  return [
    {
      ...{ icon: "alert", href },
      title: "Your node’s version is older than most",
      text: `${formatPercent(navax, peers.totalNavax)} of stake runs a newer one than ${version}. The next upgrade may need it.`,
    },
  ];
}

function ofDisk({ disk }: OwnNode): Attention[] {
  if (disk?.availablePercent === undefined || disk.availablePercent >= LOW_DISK_PERCENT) return [];
  return [
    {
      ...{ icon: "alert", href: hrefTo("node") },
      title: `Your node’s disk has ${formatBytes(disk.availableBytes)} left`,
      text: `That is ${disk.availablePercent} % of it. A node stops when its disk is full.`,
    },
  ];
}

function ofPeers({ peers }: OwnNode): Attention[] {
  if (peers === undefined || peers.versions.length === 0) return [];
  const { connectedNavax, totalNavax } = peers;
  if (totalNavax === 0n || connectedNavax * 100n >= totalNavax * BigInt(LEAST_CONNECTED_PERCENT)) return [];
  return [
    {
      ...{ icon: "alert", href: hrefTo("node") },
      title: `Your node is connected to ${formatPercent(connectedNavax, totalNavax)} of stake`,
      text: `Below ${LEAST_CONNECTED_PERCENT} % it cannot follow the network reliably. Check its port and its bandwidth.`,
    },
  ];
}

/** `avalanchego/1.14.2` as numbers; undefined for another form. */
function numbersOf(version: string): number[] | undefined {
  const parts = /(\d+)\.(\d+)\.(\d+)/.exec(version);
  return parts === null ? undefined : parts.slice(1).map(Number);
}

function isNewer(one: number[] | undefined, other: number[] | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
