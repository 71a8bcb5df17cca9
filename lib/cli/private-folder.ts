import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "../store/open-stores";

/** Stores and key files. */
const holdsKeys = (path: string) => PRIVATE_FILE.test(path) || path.endsWith(".key");

const STICKY = 0o1000;

/**
 * Makes a data folder, and the stores and keys in it and in the folders `within`, readable by this user only, even if
 * an earlier Firn, a copy or the umask left them open. Skips what belongs to another user, a folder that everybody may
 * write to, and a folder that holds only other programs' files.
 */
export function restrictToOwner(data: string, within: readonly string[]): void {
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
    return []; // not created yet
  }
}

/** A store's companion file may be gone by now. */
function isOwn(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
