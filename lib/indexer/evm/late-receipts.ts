import type { HeightRange } from "../../store/bookkeeping/height-ranges";
import type { Claim } from "../../store/bookkeeping/lease";
import { findSettlingBlock, readBlock } from "../../store/queries/evm/block";
import type { EvmStore } from "../../store/stores";
import type { AskOptions } from "../follow/read";
import type { BlockState } from "./blocks";
import type { ExecutedBlock } from "./feed/block";
import type { OlderOptions, OlderStart, OpenOlder } from "./feed/older";

export interface LateReceiptsOptions extends AskOptions, Pick<OlderOptions, "source"> {
  store: EvmStore;
  claim: Claim;
  openOlder: OpenOlder;
  /** Runs `work` while nothing else writes the store. */
  alone: <T>(work: (state: BlockState) => Promise<T>) => Promise<T>;
}

/**
 * Asks the node again for the receipts of stored blocks, the newest first, and proves them as those of new blocks. `take` is given
 * the blocks of each part, and what is left of the range after it.
 * @returns whether anything is left that the node may give later
 */
export async function readReceiptsAgain(
  { from, to }: HeightRange,
  options: LateReceiptsOptions,
  take: (blocks: ExecutedBlock[], left: HeightRange) => Promise<void>,
): Promise<"read" | "later"> {
  const start = await startBelow(to + 1, options);
  if (start === undefined) return "later";
  const feed = options.openOlder(start, options);
  try {
    for (let left = { from, to }; left.to >= from; ) {
      const { value, done } = await feed.next();
      if (done) return "later";
      const read = value.flat();
      const blocks = read.filter(({ height }) => height >= from && height <= left.to);
      left = { from, to: Math.min(left.to, (read[0]?.height ?? from) - 1) };
      await take(blocks, left);
    }
    return "read";
  } finally {
    await feed.return(undefined);
  }
}

/** Where to read on below a height; undefined while no stored header covers the receipts of the block below it. */
async function startBelow(
  height: number,
  { store, source }: LateReceiptsOptions,
): Promise<OlderStart | undefined> {
  const last = await readBlock(store.db, height - 1);
  const settling = await findSettlingBlock(store.db, height - 1);
  if (last === undefined || (last.settled_height !== null && settling === undefined)) return undefined;
  const numberOf = (of: number) => of - source.firstHeight;
  return {
    index: numberOf(height),
    parentHash: last.hash,
    settledBy: settling && numberOf(settling.height),
    traces: false,
  };
}
