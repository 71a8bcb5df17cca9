import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../whole-files";

/** What the last finished `firn verify` found. */
const FILE = "verified.json";

export interface Verification {
  /** When it ended, unix milliseconds. */
  atMs: number;
  checks: number;
  differences: number;
  /** Checks that were incomplete. */
  notChecked: number;
  /** The first differences, in words. */
  first: string[];
}

/** Undefined if none ever finished. */
export function readVerification(folder: string): Verification | undefined {
  try {
    return parseVerification(readFileSync(join(folder, FILE), "utf8"));
  } catch {
    return undefined;
  }
}

/** Undefined for a text that was cut short: the next check writes it again. */
export function parseVerification(text: string): Verification | undefined {
  try {
    const { atMs, checks, differences, notChecked, first } = JSON.parse(text) as Partial<Verification>;
    const isWhole =
      [atMs, checks, differences, notChecked].every(Number.isSafeInteger) &&
      Array.isArray(first) &&
      first.every((each) => typeof each === "string");
    return isWhole ? ({ atMs, checks, differences, notChecked, first } as Verification) : undefined;
  } catch {
    return undefined;
  }
}

/** @param verification undefined to forget it */
export async function writeVerification(
  folder: string,
  verification: Verification | undefined,
): Promise<void> {
  const path = join(folder, FILE);
  if (verification === undefined) await rm(path, { force: true });
  else await writeWhole(path, JSON.stringify(verification));
}
