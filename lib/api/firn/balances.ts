import { toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/balances";
import { InputError } from "../../errors";
import { findAsset } from "../../store/queries/asset";
import { type BalanceChange, listBalanceChanges } from "../../store/queries/balance-change";
import { readFirstTime, readHeadTime } from "../../store/queries/cut";
import { findOwners } from "../../store/queries/owner";
import { isGraphKnownAt } from "../../store/queries/tx-times";
import { CHAIN } from "../../store/rows/columns";
import type { Handler, HandlerRequest, RequestContext } from "../handler";
import { DAY_SECONDS, listDays } from "../page/days";
import { takePage } from "../page/page";
import { isCChain } from "../present/evm/chain";
import { CHAINS, type Chain } from "../request/chains";
import { readOwners } from "../request/network";
import { askDays, takeDays } from "../tokens/native-days";
import { nothingKnown, requireBeginning } from "../transactions/genesis-blocks";

type Request = HandlerRequest<typeof contract.listAddressBalances>;

export const listAddressBalances: Handler<typeof contract.listAddressBalances> = (request) => {
  const { chain } = request.query;
  return chain === "p" || chain === "x" ? listOwned(request, CHAINS[chain]) : listNative(request);
};

/** Added up from the outputs that the address had. */
function listOwned({ params, query, read }: Request, chain: Chain) {
  return read(async (context) => {
    const { db, network, pageTokens } = context;
    const { timeInterval, before, pageToken, pageSize } = query;
    const [owner = new Uint8Array()] = readOwners(network, params.address, 1);
    const states = await readStates(context, owner, chain);
    const page = await takePage({
      tokens: pageTokens,
      token: pageToken,
      canonical: { endpoint: "balances", owner: toHex(owner), chain: chain.letter, timeInterval },
      start: before,
      pageSize,
      list: async (end, limit) =>
        timeInterval === "day"
          ? daysOf(states, { head: await readHead(context, chain), end, limit })
          : states
              .filter(({ timestamp }) => end === undefined || timestamp < end)
              .slice(-limit)
              .toReversed(),
      cursorOf: ({ timestamp }) => timestamp,
    });
    const points = await Promise.all(
      page.rows.map(async ({ timestamp, at, balance, staked }) => ({
        timestamp,
        ...((chain.code === CHAIN.p || (await isGraphKnownAt(db, at))) && { balance: balance.toString() }),
        ...(chain.code === CHAIN.p && { staked: staked.toString() }),
      })),
    );
    return { ...nextOf(page), points };
  });
}

/** What an address has from a time on. */
interface BalanceState {
  timestamp: number;
  /** Unix seconds: the last one that it is true of, or that it begins with. */
  at: number;
  balance: bigint;
  staked: bigint;
}

/** Every state of the balance, oldest first, as far as the chain's blocks are stored. */
async function readStates(context: RequestContext, owner: Uint8Array, chain: Chain): Promise<BalanceState[]> {
  const { db, network, gaps } = context;
  await requireBeginning(context, chain);
  const asset = network.avaxAssetId && (await findAsset(db, network.avaxAssetId));
  if (asset === undefined) return [];
  const owners = await findOwners(db, [owner]);
  const changes = await listBalanceChanges(db, { owners, chain: chain.code, asset: asset.id });
  const gap = gaps.find((each) => each.chain === chain.code);
  const known = gap?.time ?? (chain.code === CHAIN.p ? await readFirstTime(db) : 0);
  return known === undefined ? [] : statesOf(changes, known);
}

/** A change before everything is known is one at that time. */
function statesOf(changes: readonly BalanceChange[], known: number): BalanceState[] {
  const states: BalanceState[] = [];
  let balance = 0n;
  let staked = 0n;
  for (const change of changes) {
    if (change.amount === 0n && change.staked === 0n) continue;
    balance += change.amount;
    staked += change.staked;
    const timestamp = Math.max(change.time, known);
    if (states.at(-1)?.timestamp === timestamp) states.pop();
    states.push({ timestamp, at: timestamp, balance, staked });
  }
  return states;
}

async function readHead({ db }: RequestContext, chain: Chain): Promise<number> {
  return (await readHeadTime(db, chain.code)) ?? (await readFirstTime(db)) ?? 0;
}

/** The states at the ends of days, newest first: from the first change on, until `head`. */
function daysOf(
  states: readonly BalanceState[],
  { head, ...page }: { head: number; end: number | undefined; limit: number },
): BalanceState[] {
  const first = states[0];
  const last = states.at(-1);
  if (first === undefined || last === undefined) return [];
  const newest = Math.max(head, last.timestamp);
  let next = states.length - 1;
  return listDays({ first: first.timestamp, last: newest }, page).map((timestamp) => {
    const at = Math.min(timestamp + DAY_SECONDS - 1, newest);
    while ((states[next]?.timestamp ?? 0) > at) next -= 1;
    return { ...(states[next] ?? first), timestamp, at };
  });
}

/** What the node says of an account. */
async function listNative({ params, query, readEvm, evmChains }: Request) {
  const { chain, timeInterval, before, pageToken, pageSize } = query;
  const account = params.address.toLowerCase();
  if (!account.startsWith("0x"))
    throw new InputError(
      "BAD_PARAMETER",
      `address must be 0x and 40 hex digits on an EVM chain, not ${account}`,
    );
  if (timeInterval === "change")
    throw new InputError(
      "BAD_PARAMETER",
      "timeInterval must be day on an EVM chain: what changes a balance there is not all in transactions",
    );
  const evmChainId = chain === "c" ? (await evmChains.list()).find(isCChain)?.evmChainId : chain;
  if (evmChainId === undefined) throw nothingKnown(CHAINS.c);
  const page = await readEvm(evmChainId, (context) =>
    takeDays(context, { account, before, pageToken, pageSize }),
  );
  return { ...nextOf(page), points: await askDays(page, account) };
}

function nextOf({ nextPageToken }: { nextPageToken: string | undefined }) {
  return nextPageToken === undefined ? {} : { nextPageToken };
}
