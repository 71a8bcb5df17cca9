import { z } from "zod";
import type { HealthReport } from "../contract/node/health";

/** One of the node's health checks. */
export interface HealthCheck {
  name: string;
  isFine: boolean;
  /** The node's reason, while it fails. */
  error: string | undefined;
  /** Since when it fails, unix ms. */
  failingSince: number | undefined;
  /** When the node last ran it, unix ms. */
  checkedAt: number | undefined;
  /** What it measured, in the node's own words: `connectedPeers` and `24`. */
  facts: readonly (readonly [name: string, value: string])[];
  /** Of the check `diskspace`: what is free. */
  disk: { availableBytes: number; availablePercent: number | undefined } | undefined;
}

/** Longest text of the node that is kept, and most facts of one check. */
const MOST_TEXT = 300;
const MOST_FACTS = 12;

/** The checks of a report: failing ones first, then by name. */
export function healthChecks({ checks }: HealthReport): HealthCheck[] {
  return Object.entries(checks)
    .map(([name, { error, message, timestamp, timeOfFirstFailure }]) => ({
      name,
      isFine: error === undefined,
      error: error?.slice(0, MOST_TEXT),
      failingSince: error === undefined ? undefined : readTime(timeOfFirstFailure),
      checkedAt: readTime(timestamp),
      facts: factsOf(message, "").slice(0, MOST_FACTS),
      disk: name === "diskspace" ? readDisk(message) : undefined,
    }))
    .toSorted((a, b) => Number(a.isFine) - Number(b.isFine) || a.name.localeCompare(b.name, "en"));
}

/** @source avalanchego node/node.go, the health check `diskspace` */
const diskMessage = z.looseObject({
  availableDiskBytes: z.int().nonnegative(),
  availableDiskPercentage: z.number().optional(),
});

function readDisk(message: unknown): HealthCheck["disk"] {
  const { data } = diskMessage.safeParse(message);
  return data && { availableBytes: data.availableDiskBytes, availablePercent: data.availableDiskPercentage };
}

function readTime(text: unknown): number | undefined {
  const ms = typeof text === "string" ? Date.parse(text) : Number.NaN;
  // Go writes the year 1 for "never".
  return ms > 0 ? ms : undefined;
}

/** Plain values of a check's message, with the path to each: `engine consensus lastAcceptedHeight`. */
function factsOf(value: unknown, path: string): [string, string][] {
  if (value === null || value === undefined || value === "") return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[path, clip(value.map(String).join(", "))]];
  if (typeof value !== "object") return [[path, clip(String(value))]];
  return Object.entries(value).flatMap(([name, part]) =>
    factsOf(part, path === "" ? name : `${path} ${name}`),
  );
}

function clip(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}
