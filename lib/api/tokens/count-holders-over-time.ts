import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import { findAddressId } from "../../store/queries/evm/address";
import { findChainEnd, findFirstHeightFrom } from "../../store/queries/evm/figures";
import { HOLDERS_PER_READ, listHoldersIn, passHolders } from "../../store/queries/evm/holder";
import { amountOf, positionOf } from "../../store/rows/columns";
import { ROWS_PER_TURN, type YieldTurn } from "../snapshot/yield-turn";
import { HolderList } from "./sorted-holders";
import { type ReadSome, UndoneTransfers, undoTransfers } from "./undo-transfers";

/** Who held more than an amount of a token within a time frame (unix seconds, end excluded), as of a block. */
export interface HoldersOverTimeQuery {
  tokenId: number;
  threshold: bigint;
  startTimestamp: number | undefined;
  endTimestamp: number | undefined;
  /** Balances are as of this block, the newest one at the time of the request. */
  height: number;
}

/** Most holders whose changes are in memory at once. More are counted in several passes over all transfers. */
const HOLDERS_PER_PART = 1_000_000;

/**
 * Counts them. History up to the block does not change, so every turn reads a new snapshot: however long the work
 * takes, it delays no other reader and no write-ahead log grows because of it.
 * @param options `holdersPerPart`: a multiple of `HOLDERS_PER_READ`
 */
export async function countHoldersOverTime(
  read: ReadSome,
  query: HoldersOverTimeQuery,
  { yieldTurn, holdersPerPart = HOLDERS_PER_PART }: { yieldTurn: YieldTurn; holdersPerPart?: number },
): Promise<HolderList> {
  const list = new HolderList();
  const { startTimestamp = 0, endTimestamp = Number.POSITIVE_INFINITY } = query;
  if (endTimestamp <= startTimestamp) return list;
  const frame = await read((db) => frameOf(db, query));
  for (let after: number | undefined = 0; after !== undefined; ) {
    const next = await endOfPass(read, query, { after, holdersPerPart, yieldTurn });
    await countPass(read, { ...query, frame, part: { after, last: next }, list }, yieldTurn);
    after = next;
  }
  await list.sort(yieldTurn);
  return list;
}

type Db = Parameters<Parameters<ReadSome>[0]>[0];

/** As positions. `end`: after the list's block. */
interface Frame {
  from: number;
  below: number;
  end: number;
  zeroAddressId: number | undefined;
}

async function frameOf(
  db: Db,
  { height, startTimestamp, endTimestamp }: HoldersOverTimeQuery,
): Promise<Frame> {
  const end = positionOf(height + 1, 0);
  const positionAt = async (time: number) => {
    const first = await findFirstHeightFrom(db, time);
    return first === undefined ? end : Math.min(end, positionOf(first, 0));
  };
  return {
    from: startTimestamp === undefined ? 0 : await positionAt(startTimestamp),
    below: endTimestamp === undefined ? end : await positionAt(endTimestamp),
    end,
    zeroAddressId: await findAddressId(db, ZERO_ADDRESS),
  };
}

/** Id of the last holder of a pass, or undefined for the last pass. */
async function endOfPass(
  read: ReadSome,
  { tokenId }: HoldersOverTimeQuery,
  { after, holdersPerPart, yieldTurn }: { after: number; holdersPerPart: number; yieldTurn: YieldTurn },
): Promise<number | undefined> {
  let last = after;
  for (let passed = 0; passed < holdersPerPart; passed += HOLDERS_PER_READ) {
    const next = await read((db) => passHolders(db, { tokenId }, last));
    if (next === undefined) return undefined;
    last = next;
    await yieldTurn();
  }
  return last;
}

interface Pass extends HoldersOverTimeQuery {
  frame: Frame;
  part: { after: number; last: number | undefined };
  list: HolderList;
}

/** Adds the holders within a range of ids that belong on the list. */
async function countPass(read: ReadSome, of: Pass, yieldTurn: YieldTurn): Promise<void> {
  const { tokenId, frame, part, list, threshold, height } = of;
  const { after, last = Number.MAX_SAFE_INTEGER } = part;
  const kept = { zeroAddressId: frame.zeroAddressId, after, last };
  const past = new UndoneTransfers({ below: frame.below, ...kept });
  await undoTransfers(read, { past, tokenId, from: frame.from, below: frame.end }, yieldTurn);
  // Changes by blocks after the list's block, including blocks that arrive while it is read.
  const since = new UndoneTransfers({ below: 0, ...kept });
  let seen = height;
  for (let passed: number | undefined = after; passed !== undefined; ) {
    const behind: number = passed;
    const rows = await read(async (db) => {
      const newest = (await findChainEnd(db))?.height ?? height;
      const from = positionOf(seen + 1, 0);
      if (newest > seen) await undoTransfers((work) => work(db), { past: since, tokenId, from }, yieldTurn);
      seen = newest;
      return listHoldersIn(db, { tokenId }, { after: behind, last, limit: ROWS_PER_TURN });
    });
    for (const { holderId, address, balance } of rows) {
      const had = amountOf(balance) + since.most(holderId);
      if (had + past.most(holderId) > threshold) list.add({ address, balance: had > 0n ? had : 0n });
    }
    passed = rows.length < ROWS_PER_TURN ? undefined : rows.at(-1)?.holderId;
    await yieldTurn();
  }
}
