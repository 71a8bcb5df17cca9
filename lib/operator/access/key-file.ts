import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { StoreError } from "../../errors";

/**
 * Writes a key to `path`, replacing an earlier one. Only this user may read it.
 * @throws StoreError STORE_FAILED
 */
export function writeKeyFile(path: string, key: string): void {
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(fresh, `${key}\n`, { flag: "wx", mode: 0o600 });
    renameSync(fresh, path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new StoreError("STORE_FAILED", `${path} can't be written (${code})`, {
      hint: "check that FIRN_DATA_DIR is writable",
      cause,
    });
  }
}
