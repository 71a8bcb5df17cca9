import { chmodSync, closeSync, openSync } from "node:fs";

const OWNER_ONLY = 0o600;

/**
 * Has a database at `path` readable by this user alone, whatever the umask: one that is there with its companions, one that
 * is not as an empty file, whose mode the engine gives to them. What goes wrong, the engine says better.
 */
export function keepToOwner(path: string): void {
  try {
    closeSync(openSync(path, "a", OWNER_ONLY));
  } catch {
    return;
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // not there, or another user's
    }
  }
}
