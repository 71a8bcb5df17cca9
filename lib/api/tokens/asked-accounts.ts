import { Lru } from "../../lru";
import { Mutex, Pool } from "../../mutex";
import type { EvmSnapshot } from "../snapshot/evm";
import { SLOW_QUEUE } from "../snapshot/slow-reads";
import { compareHolders, type Holder } from "./holder";

/** The accounts of a chain, to be asked for their balances in its own coin. */
export interface AccountsQuestion extends Pick<EvmSnapshot, "nodes" | "facts" | "evmChainId"> {
  accounts: readonly { id: number; bytes: Uint8Array }[];
  /** The block after which the balances are asked for. */
  height: number;
  /** Whether a list of a slightly older block will do. */
  isRecentEnough: boolean;
}

/** Accounts with a balance, wei, after one block: largest first, then by address. */
export interface AccountList {
  height: number;
  accountsAsked: number;
  /** How many of them the node does not know the balance of. */
  accountsUnknown: number;
  accounts: readonly Holder[];
}

/** The node's answers. */
export interface AskedAccounts {
  /** @throws NodeError when the node does not tell; InputError RATE_LIMITED while too many lists are asked for */
  take(question: AccountsQuestion): Promise<AccountList>;
}

/** Most accounts that the node is asked about for one list: some 20 requests. */
export const MOST_ASKED = 10_000;
/** Of the recipient of fees, if no transaction names it. Numbers of addresses begin with 1. */
export const NO_NUMBER = 0;
const ASK_TIMEOUT_MS = 20_000;
/** A chain's list is asked for again after this time, however many blocks arrive. */
const KEEP_MS = 60_000;
const MOST_LISTS = 20;

/** Each list is asked for once, for all of its pages and readers. @param nowMs unix ms */
export function openAskedAccounts(nowMs: () => number): AskedAccounts {
  const asking = new Map<string, Promise<AccountList>>();
  const known = new Lru<string, AccountList>(MOST_LISTS);
  const newest = new Map<string, { height: number; atMs: number }>();
  const pool = new Pool([new Mutex()], SLOW_QUEUE);
  return {
    async take(question) {
      const { evmChainId, isRecentEnough } = question;
      const last = newest.get(evmChainId);
      const isRecent = isRecentEnough && last !== undefined && Math.abs(nowMs() - last.atMs) < KEEP_MS;
      // A chain that is indexed anew begins with lower blocks.
      const height = isRecent ? Math.min(last.height, question.height) : question.height;
      const key = `${evmChainId} ${height}`;
      const list = known.get(key) ?? asking.get(key);
      if (list !== undefined) return list;
      const answer = pool.run((mutex) => mutex.run(() => askAccounts({ ...question, height })));
      asking.set(key, answer);
      try {
        known.set(key, await answer);
        if (isRecentEnough) newest.set(evmChainId, { height, atMs: nowMs() });
        return await answer;
      } finally {
        asking.delete(key);
      }
    },
  };
}

async function askAccounts({ nodes, facts, accounts, height }: AccountsQuestion): Promise<AccountList> {
  const balances = await nodes.client(facts).findBalances(
    accounts.map(({ bytes }) => ({ account: bytes, height })),
    { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) },
  );
  const holders = accounts.flatMap(({ id, bytes }, index): Holder[] => {
    const balance = balances[index];
    return balance === undefined || balance === 0n ? [] : [{ holderId: id, address: bytes, balance }];
  });
  return {
    height,
    accountsAsked: accounts.length,
    accountsUnknown: balances.filter((balance) => balance === undefined).length,
    accounts: holders.sort(compareHolders),
  };
}
