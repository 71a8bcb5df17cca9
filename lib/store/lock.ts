import { holdFile } from "./sqlite/files";

/**
 * Takes the lock that the file at `path` stands for, which the system frees when this process ends, however it ends. Whoever
 * has it may be about to end: it is waited for a moment.
 * @returns what frees it; undefined while another process has it
 * @throws StoreError STORE_FAILED when the file can't be written
 */
export function takeLock(path: string): (() => void) | undefined {
  return holdFile(path);
}
