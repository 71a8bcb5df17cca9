import { fromHex, toHex } from "../../avalanche/codec/bytes";
import type { WatchedAddress } from "../../contract/alert-settings";
import {
  type HeightRange,
  rangesOf,
  withExactRange,
  withoutRange,
} from "../../store/bookkeeping/height-ranges";
import { listAddressTransactions } from "../../store/queries/evm/activity";
import { findAddressId } from "../../store/queries/evm/address";
import { readEvmStream } from "../../store/queries/evm/stream";
import { readInternals, readTransactions, readTransfers } from "../../store/queries/evm/transaction";
import { ACTIVITY, heightOf, positionOf } from "../../store/rows/columns";
import { changesOf } from "../evm/changes";
import { loadEvmRows } from "../evm/rows";
import { placeOf } from "../firn/search-readings-evm";
import type { EvmContext } from "../handler";
import { networkTokenOf } from "../present/evm/chain";
import { presentErc20 } from "../present/evm/token";
import { lagOf } from "../present/network/status";
import { DIALECTS } from "../request/dialect";
import { type Found, type Happening, MOST, type Moved } from "./activity";

/** The position after all that the node has accepted, from which on a channel is told; undefined while that is not known. */
export async function beginOfEvmChain({ db }: Pick<EvmContext, "db">): Promise<number | undefined> {
  const { status, checkpoint } = await readEvmStream(db, 0);
  const lag = status && lagOf(status, checkpoint);
  if (lag === undefined) return undefined;
  // Before the first block is stored, it is not known whether the source counts from block 0 or 1.
  return positionOf(checkpoint === undefined ? lag : checkpoint.height + lag + 1, 0);
}

/** The position after the last block; undefined before there is one. */
export async function endOfEvmChain({ db, history }: EvmContext): Promise<number | undefined> {
  const height = history === undefined ? undefined : (await readEvmStream(db, 0)).checkpoint?.height;
  return height === undefined ? undefined : positionOf(height + 1, 0);
}

interface EvmLook {
  addresses: readonly WatchedAddress[];
  from: number;
  end: number;
  /** Blocks before `from` whose inner calls are to be told. */
  untraced: readonly HeightRange[];
}

/** What was found, and the blocks whose inner calls are still to be told. */
type EvmFound = Found & { untraced: HeightRange[] };

/**
 * What addresses did on an EVM chain, in order. Of blocks that are not traced yet, what an address did in inner calls alone
 * waits until they are.
 */
export async function findOnEvmChain(
  context: EvmContext,
  { addresses, from, end, untraced }: EvmLook,
): Promise<EvmFound> {
  const lacking = rangesOf(context.facts, "untraced");
  const isTraced = (position: number) => !isIn(lacking, heightOf(position));
  const accounts = await accountsOf(context, addresses);
  const found: Place[] = [];
  let next = end;
  for (const account of accounts) {
    const page = { ...PAGE, range: { from, below: end } };
    const items = await listAddressTransactions(context.db, account.id, page);
    const last = items.at(-1);
    if (items.length === MOST && last !== undefined) next = Math.min(next, last.position + 1);
    const direct = await directIn(context, account.id, page);
    found.push(
      ...items
        .filter(({ position }) => isTraced(position) || direct.has(position))
        .map(({ position }) => ({ ...account, position })),
    );
  }
  const looked = { from: heightOf(from), to: heightOf(next - 1) };
  const added = lacking.map((range) => ({
    from: Math.max(range.from, looked.from),
    to: Math.min(range.to, looked.to),
  }));
  return {
    happenings: await presentAll(
      context,
      found.filter((one) => one.position < next),
    ),
    next,
    // Exactly: a block between two of them has been told whole.
    untraced: added
      .filter((range) => range.from <= range.to)
      .reduce<HeightRange[]>(withExactRange, [...untraced]),
  };
}

/** Blocks of which inner calls are told at once. */
const LATE_BLOCKS = 256;
/** More than such blocks have of one address. */
const MOST_LATE = 100_000;

/** What addresses did in inner calls alone of blocks that have been traced since; undefined if there are none. */
export async function findLateCalls(
  context: EvmContext,
  { addresses, from: next, untraced }: Omit<EvmLook, "end">,
): Promise<EvmFound | undefined> {
  const lacking = rangesOf(context.facts, "untraced");
  const traced = lacking.reduce<HeightRange[]>(withoutRange, [...untraced])[0];
  if (traced === undefined) return undefined;
  const part = { from: traced.from, to: Math.min(traced.to, traced.from + LATE_BLOCKS - 1) };
  const page = {
    ...PAGE,
    limit: MOST_LATE,
    range: { from: positionOf(part.from, 0), below: Math.min(next, positionOf(part.to + 1, 0)) },
  };
  const found: Place[] = [];
  for (const account of await accountsOf(context, addresses)) {
    const direct = await directIn(context, account.id, page);
    const items = await listAddressTransactions(context.db, account.id, page);
    found.push(
      ...items
        .filter(({ position }) => !direct.has(position))
        .map(({ position }) => ({ ...account, position })),
    );
  }
  return {
    happenings: await presentAll(context, found),
    next,
    untraced: withoutRange(untraced, part),
  };
}

const PAGE = { after: undefined, limit: MOST, order: "asc", groupBy: "transaction" } as const;

interface Account {
  watched: WatchedAddress;
  /** `address.id`. */
  id: number;
}
type Place = Account & { position: number };

/** Those that the chain has met. */
async function accountsOf({ db }: EvmContext, addresses: readonly WatchedAddress[]): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const watched of addresses) {
    if (!watched.address.startsWith("0x")) continue;
    const id = await findAddressId(db, fromHex(watched.address.toLowerCase()));
    if (id !== undefined) accounts.push({ watched, id });
  }
  return accounts;
}

/** Positions at which an account took part otherwise than by inner calls. */
async function directIn(
  { db }: EvmContext,
  id: number,
  page: Parameters<typeof listAddressTransactions>[2],
): Promise<Set<number>> {
  const items = await listAddressTransactions(db, id, page, ACTIVITY.internal);
  return new Set(items.map(({ position }) => position));
}

async function presentAll(context: EvmContext, places: readonly Place[]): Promise<Happening[]> {
  const happenings: Happening[] = [];
  for (const place of [...places].sort((a, b) => a.position - b.position))
    happenings.push(...(await presentEvm(context, place)));
  return happenings;
}

function isIn(ranges: readonly HeightRange[], height: number): boolean {
  return ranges.some(({ from, to }) => height >= from && height <= to);
}

async function presentEvm(given: EvmContext, { watched, id, position }: Place): Promise<Happening[]> {
  // To people, what a token's contract does not give is unknown: neither empty nor 0.
  const context = { ...given, dialect: DIALECTS.seed };
  const { db, facts, labels, dialect } = context;
  const [row] = await readTransactions(db, [position]);
  if (row === undefined) return [];
  const failed = row.status === 0;
  const transfers = await readTransfers(db, [position]);
  const internals = await readInternals(db, [position]);
  const rows = await loadEvmRows(context, { transactions: [row], transfers });
  const moved = (failed ? [] : changesOf(id, row, { transfers, internals })).map(
    ({ tokenId, amount }): Moved => {
      if (tokenId === undefined) {
        const { symbol, decimals } = networkTokenOf(facts, labels.chain, dialect);
        return { symbol, amount, decimals };
      }
      const { address, symbol, decimals } = presentErc20(rows.parties.get(tokenId), context);
      return { id: address, symbol, amount, decimals };
    },
  );
  const nfts = transfers.filter(
    ({ token_number, from_id, to_id }) => token_number !== null && (from_id === id || to_id === id),
  );
  const { segment, title } = placeOf(context);
  const seconds = rows.blocks.get(heightOf(position))?.time;
  return [
    {
      watched,
      position,
      segment,
      chain: title,
      txHash: toHex(row.hash),
      failed,
      moved,
      nfts: nfts.length,
      height: heightOf(position),
      atMs: seconds === undefined ? undefined : seconds * 1_000,
    },
  ];
}
