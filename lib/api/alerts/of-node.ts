import type { FirnAlert } from "../../contract/firn/alerts";
import type { FirnValidator } from "../../contract/firn/validators";

/** What is known of the operator's own node; undefined where nobody said. */
export interface OwnNode {
  /** What it validates, from Firn's store. */
  validator: FirnValidator | undefined;
  /** Weight that L1s took from its validators lately, the latest first. */
  weightLosses: readonly WeightLoss[] | undefined;
  /** What its owners exported and nobody imported, oldest first. */
  exports: readonly WaitingExport[] | undefined;
  /** Whether it answered what its own checks say. */
  isHealthKnown: boolean;
  /** What the node says of itself. */
  disk: DiskSpace | undefined;
  /** Of the disk that Firn's data folder is on. */
  dataDisk: DiskSpace | undefined;
  peers:
    | {
        connectedNavax: bigint;
        totalNavax: bigint;
        versions: readonly { version: string; navax: bigint }[];
      }
    | undefined;
  /** Such as `avalanchego/1.14.2`. */
  version: string | undefined;
  /** Why its check of upgrades fails. */
  upgradeFault: string | undefined;
}

export interface DiskSpace {
  availableBytes: number;
  availablePercent: number | undefined;
}

/** An output that left one chain and did not arrive on the other. */
export type WaitingExport = Extract<FirnAlert, { kind: "exports-waiting" }>["oldest"];

/** A validator of an L1 with less weight than before; of none it was removed. */
export type WeightLoss = Omit<Extract<FirnAlert, { kind: "l1-weight-lost" }>, "kind">;

const DAY_S = 86_400;
/** An export that is younger may still be imported by whoever made it. */
const WAITING_S = 3_600;
/** A period that ends sooner is worth a reminder. */
const ENDING_DAYS = 7;
/** How long a missed reward is told. */
const MISSED_DAYS = 14;
/** How long lost weight is told. */
export const LOST_SECONDS = 14 * DAY_S;
/** A balance that lasts no longer is low, or critical. */
const LOW_DAYS = 14;
const CRITICAL_DAYS = 3;
/** @source avalanchego genesis: the uptime that a reward needs */
const UPTIME_REQUIRED_PERCENT = 80;
/** Below this share of its disk the node's own check begins to fail soon. */
const LOW_DISK_PERCENT = 10;
/** Consensus needs more than this of the stake. @source avalanchego network/network.go minimum connected stake */
const LEAST_CONNECTED_PERCENT = 80;

/** What an operator must act on beyond what the status knows. `nowMs` is the wall clock. */
export function alertsOfNode(own: OwnNode, nowMs: number): FirnAlert[] {
  return [
    ...(own.validator === undefined ? [] : ofValidator(own.validator, nowMs / 1000)),
    ...(own.weightLosses ?? [])
      .filter(({ timestamp }) => nowMs / 1000 - timestamp < LOST_SECONDS)
      .map((loss): FirnAlert => ({ kind: "l1-weight-lost", ...loss })),
    ...ofExports(own, nowMs / 1000),
    ...ofUpgrade(own),
    ...ofDisk("disk-low", own.disk),
    ...ofDisk("data-disk-low", own.dataDisk),
    ...ofPeers(own),
  ];
}

/** Kinds of alerts of which nothing is known now: that they are not there does not mean that they are over. */
export function unknownOfNode(own: OwnNode): FirnAlert["kind"][] {
  const { validator, weightLosses, exports, disk, dataDisk, peers, isHealthKnown, upgradeFault } = own;
  return [
    ...(validator === undefined ? OF_VALIDATOR : []),
    ...(validator?.period?.status === "active" && validator.uptimePercent === undefined
      ? (["uptime-low"] as const)
      : []),
    ...(weightLosses === undefined ? (["l1-weight-lost"] as const) : []),
    ...(exports === undefined ? (["exports-waiting"] as const) : []),
    ...(disk === undefined ? (["disk-low"] as const) : []),
    ...(dataDisk === undefined ? (["data-disk-low"] as const) : []),
    ...(peers === undefined ? (["connected-low"] as const) : []),
    ...(isHealthKnown ? [] : (["upgrade-not-ready"] as const)),
    ...(peers === undefined || !isHealthKnown || upgradeFault !== undefined
      ? (["version-old"] as const)
      : []),
  ];
}

const OF_VALIDATOR = [
  ...(["uptime-low", "period-ending", "reward-missed"] as const),
  ...(["l1-validator-inactive", "l1-balance-low"] as const),
];

function ofValidator({ nodeId, period, uptimePercent, l1Validations }: FirnValidator, now: number) {
  const alerts: FirnAlert[] = [];
  const isRunning = period?.status === "active";
  if (isRunning && uptimePercent !== undefined && uptimePercent < UPTIME_REQUIRED_PERCENT)
    alerts.push({
      kind: "uptime-low",
      nodeId,
      uptimePercent: Math.floor(uptimePercent * 10) / 10,
      requiredPercent: UPTIME_REQUIRED_PERCENT,
    });
  const endTimestamp = period?.endTimestamp;
  if (isRunning && endTimestamp !== undefined && endTimestamp - now < ENDING_DAYS * DAY_S)
    alerts.push({ kind: "period-ending", nodeId, endTimestamp });
  if (period?.status === "completed" && period.rewarded === false && endTimestamp !== undefined) {
    if (now - endTimestamp < MISSED_DAYS * DAY_S)
      alerts.push({ kind: "reward-missed", nodeId, endTimestamp });
  }
  for (const { validationId, subnetId, active, weight, runsOutTimestamp } of l1Validations) {
    if (weight === "0") continue;
    if (!active) alerts.push({ kind: "l1-validator-inactive", validationId, subnetId });
    else if (runsOutTimestamp !== undefined && runsOutTimestamp - now < LOW_DAYS * DAY_S) {
      const level = runsOutTimestamp - now < CRITICAL_DAYS * DAY_S ? "critical" : "low";
      alerts.push({ kind: "l1-balance-low", validationId, subnetId, runsOutTimestamp, level });
    }
  }
  return alerts;
}

/** The oldest one, which leads to the rest: they have the same owners. */
function ofExports({ exports = [] }: OwnNode, now: number): FirnAlert[] {
  const forgotten = exports.filter(({ timestamp = 0 }) => now - timestamp > WAITING_S);
  const [oldest] = forgotten;
  return oldest === undefined ? [] : [{ kind: "exports-waiting", count: forgotten.length, oldest }];
}

function ofUpgrade({ upgradeFault, peers, version }: OwnNode): FirnAlert[] {
  if (upgradeFault !== undefined) return [{ kind: "upgrade-not-ready", reason: upgradeFault }];
  if (peers === undefined || version === undefined) return [];
  const own = numbersOf(version);
  const newer = peers.versions.filter((each) => isNewer(numbersOf(each.version), own));
  const navax = newer.reduce((sum, each) => sum + each.navax, 0n);
  if (own === undefined || navax * 2n <= peers.totalNavax) return [];
  return [{ kind: "version-old", version, newerPercent: percentOf(navax, peers.totalNavax) }];
}

function ofDisk(kind: "disk-low" | "data-disk-low", disk: DiskSpace | undefined): FirnAlert[] {
  if (disk?.availablePercent === undefined || disk.availablePercent >= LOW_DISK_PERCENT) return [];
  const { availableBytes, availablePercent } = disk;
  return [{ kind, availableBytes, availablePercent }];
}

function ofPeers({ peers }: OwnNode): FirnAlert[] {
  if (peers === undefined || peers.versions.length === 0 || peers.totalNavax === 0n) return [];
  const connectedPercent = percentOf(peers.connectedNavax, peers.totalNavax);
  if (connectedPercent >= LEAST_CONNECTED_PERCENT) return [];
  return [{ kind: "connected-low", connectedPercent, requiredPercent: LEAST_CONNECTED_PERCENT }];
}

/** Whole percent, rounded down. */
function percentOf(part: bigint, whole: bigint): number {
  return Number((part * 100n) / whole);
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
