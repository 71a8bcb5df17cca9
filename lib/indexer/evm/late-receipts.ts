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
 * the blocks of each part, and the heights that are done with it. The newest blocks of a chain whose headers settle earlier
 * blocks have to wait for a block that settles them.
 * @returns whether anything is left that the node may give later
 */
export async function readReceiptsAgain(
  ranges: readonly HeightRange[],
  options: LateReceiptsOptions,
  take: (blocks: ExecutedBlock[], done: HeightRange) => Promise<void>,
): Promise<"read" | "later"> {
  const answers: ("read" | "later")[] = [];
  for (const range of ranges.toReversed()) answers.push(await readRangeAgain(range, options, take));
  return answers.includes("later") ? "later" : "read";
}

async function readRangeAgain(
  { from, to: wanted }: HeightRange,
  options: LateReceiptsOptions,
  take: (blocks: ExecutedBlock[], done: HeightRange) => Promise<void>,
): Promise<"read" | "later"> {
  const settled = (await readBlock(options.store.db, wanted))?.settled_height ?? undefined;
  const isSettled =
    settled === undefined || (await findSettlingBlock(options.store.db, wanted)) !== undefined;
  const to = isSettled ? wanted : Math.min(wanted, settled);
  const start = to < from ? undefined : await startBelow(to + 1, options);
  if (start === undefined) return "later";
  const feed = options.openOlder(start, options);
  try {
    for (let last = to; last >= from; ) {
      const { value, done } = await feed.next();
      if (done) return "later";
      const read = value.flat();
      const blocks = read.filter(({ height }) => height >= from && height <= last);
      const first = Math.max(from, Math.min(last + 1, read[0]?.height ?? from));
      await take(blocks, { from: first, to: last });
      last = first - 1;
    }
    return to < wanted ? "later" : "read";
  } finally {
    await feed.return(undefined);
  }
}

/** Where to read on below a height, whose block below is proven by a stored header. Undefined if that block is not stored. */
async function startBelow(
  height: number,
  { store, source }: LateReceiptsOptions,
): Promise<OlderStart | undefined> {
  const last = await readBlock(store.db, height - 1);
  const settling = await findSettlingBlock(store.db, height - 1);
  if (last === undefined) return undefined;
  const numberOf = (of: number) => of - source.firstHeight;
  return {
    index: numberOf(height),
    parentHash: last.hash,
    settledBy: settling && numberOf(settling.height),
    traces: false,
  };
}
