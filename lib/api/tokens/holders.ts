import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import { InputError } from "../../errors";
import { findAddressId } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import {
  findHolder,
  type Held,
  type HolderRow,
  listHolders,
  readHolders,
} from "../../store/queries/evm/holder";
import { amountColumn, amountOf, positionOf } from "../../store/rows/columns";
import type { EvmContext } from "../handler";
import type { CanonicalQuery } from "../page/page-token";
import { ROWS_PER_TURN, type YieldTurn } from "../snapshot/yield-turn";
import { compareHolders, type Holder } from "./holder";
import { UndoneTransfers, undoTransfers } from "./undo-transfers";

interface HoldersQuery extends Held {
  /** Whatever else identifies the list. */
  canonical: CanonicalQuery;
  pageToken?: string | undefined;
  pageSize: number;
  /** Id of the holder to start after when there is no token. */
  after?: number | undefined;
}

/**
 * One page of the holders of a token, or of one token of a collection, by balance, largest first, then by address. All pages are as of the block that the
 * first page saw. There is no index by balance, as it changes with every transfer: a page scans all holders, in turns.
 * @throws InputError BAD_PAGE_TOKEN
 */
export async function takeHolders(
  context: EvmContext,
  query: HoldersQuery,
  yieldTurn: YieldTurn,
): Promise<{ height: number; holders: Holder[]; nextPageToken: string | undefined }> {
  const { db, pageTokens } = context;
  const canonical = { ...query.canonical, dialect: context.dialect.name, evmChainId: context.evmChainId };
  const cursor = query.pageToken === undefined ? undefined : pageTokens.readExact(query.pageToken, canonical);
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  const height = cursor === undefined ? (newest?.height ?? 0) : Number(cursor >> NUMBER_BITS);
  refuseUnindexed(height, newest?.height);
  const end = positionOf(height + 1, 0);
  const past = new UndoneTransfers({ below: end, zeroAddressId: await findAddressId(db, ZERO_ADDRESS) });
  const held: Held = { tokenId: query.tokenId, number: query.number };
  await undoTransfers((work) => work(db), { past, ...held, from: end }, yieldTurn);
  const behindId = cursor === undefined ? query.after : Number(cursor & NUMBER_MASK);
  const behind = behindId === undefined ? undefined : await findHolder(db, held, behindId);
  const found = await selectHolders(
    context,
    {
      held,
      limit: query.pageSize + 1,
      behind: behind && holderOf(behind, past),
      past,
    },
    yieldTurn,
  );
  const holders = found.slice(0, query.pageSize);
  const last = holders.at(-1);
  if (last === undefined || found.length <= query.pageSize)
    return { height, holders, nextPageToken: undefined };
  const next = (BigInt(height) << NUMBER_BITS) | BigInt(last.holderId);
  return { height, holders, nextPageToken: pageTokens.issue(next, canonical) };
}

/** A page token outlives the blocks of its list when a chain is indexed again. @throws InputError BAD_PAGE_TOKEN */
export function refuseUnindexed(height: number, newestHeight: number | undefined): void {
  if (newestHeight === undefined || height <= newestHeight) return;
  throw new InputError(
    "BAD_PAGE_TOKEN",
    "pageToken is from a block that is not indexed: start over without it",
  );
}

const NUMBER_BITS = 32n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;

function holderOf({ holderId, address, balance }: HolderRow, past: UndoneTransfers): Holder {
  const had = amountOf(balance) + past.most(holderId);
  return { holderId, address, balance: had > 0n ? had : 0n };
}

interface Selection {
  held: Held;
  limit: number;
  behind: Holder | undefined;
  past: UndoneTransfers;
}

/** The first holders after a given one, in list order: those with transfers since the list's block, and all others. */
async function selectHolders(
  { db }: EvmContext,
  { held, limit, behind, past }: Selection,
  yieldTurn: YieldTurn,
): Promise<Holder[]> {
  const first: Holder[] = [];
  const add = (holder: Holder) => {
    const last = first.at(limit - 1);
    if (behind && compareHolders(holder, behind) <= 0) return;
    if (last && compareHolders(holder, last) > 0) return;
    first.splice(placeIn(first, holder), 0, holder);
    if (first.length > limit) first.pop();
  };
  const moved = past.ids();
  for (let from = 0; from < moved.length; from += ROWS_PER_TURN) {
    for (const row of await readHolders(db, held, moved.slice(from, from + ROWS_PER_TURN))) {
      const holder = holderOf(row, past);
      if (holder.balance > 0n) add(holder);
    }
    await yieldTurn();
  }
  const fixed = {
    over: amountColumn(0n),
    behind: behind && { ...behind, balance: amountColumn(behind.balance) },
    // Holders with later transfers are among these rows, and were added already.
    limit: limit + moved.length,
  };
  for (let after: number | undefined = 0; after !== undefined; ) {
    const last = first.at(limit - 1);
    const bounds = { ...fixed, atLeast: last && amountColumn(last.balance) };
    const { rows, next } = await listHolders(db, held, { after, bounds });
    for (const row of rows) if (!past.has(row.holderId)) add(holderOf(row, past));
    after = next;
    await yieldTurn();
  }
  return first;
}

/** Index at which a holder belongs in a sorted list. */
function placeIn(sorted: readonly Holder[], holder: Holder): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareHolders(sorted[middle] as Holder, holder) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
