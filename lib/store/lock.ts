import { holdFile } from "./sqlite/files";

/**
 * Takes the lock of the file at `path`. The system frees it when this process ends, however it ends. Waits a moment for
 * a holder that is about to end.
 * @returns what frees it; undefined while another process has it
 * @throws StoreError STORE_FAILED when the file can't be written
 */
export function takeLock(path: string): (() => void) | undefined {
  return holdFile(path);
}
