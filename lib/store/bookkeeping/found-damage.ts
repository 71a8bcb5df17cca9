import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What was found damaged in a folder's stores, by file. It is a file of its own, because a damaged store may accept no
 * more rows.
 */
const FILE = "damage.json";

/** A file of the folder, and what is wrong with it. */
export interface FoundDamage {
  file: string;
  faults: string[];
}

/** What the last search found. Empty when it found nothing, or there was none. */
export function readFoundDamage(folder: string): FoundDamage[] {
  try {
    return parseFoundDamage(readFileSync(join(folder, FILE), "utf8"));
  } catch {
    return [];
  }
}

/** Empty for a text that was cut short: the next search writes it again. */
export function parseFoundDamage(text: string): FoundDamage[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter(isFound) : [];
  } catch {
    return [];
  }
}

export function writeFoundDamage(folder: string, found: readonly FoundDamage[]): void {
  const path = join(folder, FILE);
  if (found.length === 0) rmSync(path, { force: true });
  else {
    writeFileSync(`${path}.new`, JSON.stringify(found));
    renameSync(`${path}.new`, path);
  }
}

function isFound(value: unknown): value is FoundDamage {
  const { file, faults } = (value ?? {}) as Partial<FoundDamage>;
  return (
    typeof file === "string" && Array.isArray(faults) && faults.every((each) => typeof each === "string")
  );
}
