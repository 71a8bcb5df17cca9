import { toHex } from "../../avalanche/codec/bytes";
import { InputError } from "../../errors";
import { findFirstBlock, readBlock } from "../../store/queries/evm/block";
import { findChainEnd, findFirstHeightFrom } from "../../store/queries/evm/figures";
import { amountOf } from "../../store/rows/columns";
import { requireBlock } from "../evm/blocks";
import type { EvmContext } from "../handler";
import { type Module, newestHeight, ok } from "./module";

export const block: Module<"block"> = {
  getblockreward: async ({ chainId, read, readEvm }, { blockno }) => {
    const params = { chainId, blockId: String(blockno) };
    const { block } = await requireBlock({ params, read, readEvm });
    return ok({
      blockNumber: String(block.height),
      timeStamp: String(block.time),
      blockMiner: toHex(block.miner),
      // No coin is made for a block: who made it, or the burn address, gets the fees.
      blockReward: String(amountOf(block.fees)),
      uncles: [],
      uncleInclusionReward: "0",
    });
  },
  getblockcountdown: ({ chainId, readEvm }, { blockno }) =>
    readEvm(chainId, async (context) => {
      const { height, perBlock } = await readPace(context);
      const left = blockno - height;
      if (left <= 0) throw new InputError("BAD_PARAMETER", "Block number already pass");
      return ok({
        CurrentBlock: String(height),
        CountdownBlock: String(blockno),
        RemainingBlock: String(left),
        EstimateTimeInSec: (left * perBlock).toFixed(1),
      });
    }),
  getblocknobytime: ({ chainId, readEvm }, { timestamp, closest }) =>
    readEvm(chainId, async (context) => {
      const found = await findClosest(context, timestamp, closest);
      if (found === undefined) throw new InputError("BAD_PARAMETER", "No closest block found");
      return ok(String(found));
    }),
};

/** Blocks back from the newest one over which the time between two is taken. */
const PACE_BLOCKS = 1_000;

/** The newest height and the seconds from one block to the next. @throws InputError while there is a single block */
async function readPace({ db }: EvmContext): Promise<{ height: number; perBlock: number }> {
  const end = await findChainEnd(db);
  const first = await findFirstBlock(db);
  const from = end && first && (await readBlock(db, Math.max(first.height, end.height - PACE_BLOCKS)));
  if (end !== undefined && from !== undefined && from.height < end.height)
    return { height: end.height, perBlock: (end.time - from.time) / (end.height - from.height) };
  throw new InputError("BAD_PARAMETER", "a single block does not tell how long blocks take", {
    hint: "ask again after the next block",
  });
}

/** The last block up to a time, or the first one from it on; undefined if no indexed block is there. */
async function findClosest(
  context: EvmContext,
  time: number,
  closest: "before" | "after",
): Promise<number | undefined> {
  const { db } = context;
  if (closest === "after") return findFirstHeightFrom(db, time);
  const first = await findFirstBlock(db);
  const later = await findFirstHeightFrom(db, time + 1);
  const found = later === undefined ? await newestHeight(context) : later - 1;
  return first !== undefined && found >= first.height ? found : undefined;
}
