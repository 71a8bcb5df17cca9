/**
 * How far the times of two chains of the Primary Network may be apart, seconds. A block may be at most 10 s ahead of the
 * clocks of those who accept it.
 * @source avalanchego vms/platformvm/block/executor/verifier.go SyncBound
 */
export const CLOCKS_DIFFER_SECONDS = 60;

/**
 * Whether an export may have been imported before a block of its destination.
 * @param time of the export, unix seconds; undefined where it is not known
 * @param blockTime of the block, unix seconds
 */
export function mayBeImportedBefore(time: number | undefined, blockTime: number): boolean {
  return time === undefined || time < blockTime + CLOCKS_DIFFER_SECONDS;
}
