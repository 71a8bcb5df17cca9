import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "../store/open-stores";

/** Stores and the operator's key. */
const holdsKeys = (path: string) => PRIVATE_FILE.test(path) || path.endsWith(".key");

const STICKY = 0o1000;

/**
 * Has a data folder, and what holds keys in it and in the folders `within`, readable by this user alone, whatever an earlier
 * Firn, a copy or the umask made of it. What is another user's stays as it is, and so does a folder that everybody may write
 * to, or in which there is something but nothing of Firn's.
 */
export function keepFolderToOwner(data: string, within: readonly string[]): void {
  const entries = readdirSync(data);
  const isFirns = entries.length === 0 || entries.some((name) => name === "logs" || holdsKeys(name));
  const isShared = (statSync(data).mode & STICKY) !== 0;
  if (isFirns && !isShared && isOwn(data)) chmodSync(data, 0o700);
  const paths = [...entries.map((name) => join(data, name)), ...within.flatMap(filesBelow)];
  for (const path of paths) if (holdsKeys(path) && isOwn(path)) chmodSync(path, 0o600);
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  } catch {
    return []; // not there yet
  }
}

/** A companion of a store may have gone in between. */
function isOwn(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
