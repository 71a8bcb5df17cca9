import { chmodSync, closeSync, openSync } from "node:fs";

const OWNER_ONLY = 0o600;

/**
 * Makes a database at `path` readable by this user only, whatever the umask: an existing one with its companions, a new
 * one by creating it empty, as the engine copies its mode. Errors are left to the engine, which reports them better.
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
      // missing, or another user's
    }
  }
}
