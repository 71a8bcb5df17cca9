import { setTimeout as sleep } from "node:timers/promises";
import { equalBytes } from "../../avalanche/codec/bytes";
import { BusyError } from "../../errors";
import { Mutex } from "../../mutex";
import { countAddresses, findAddressIds, listAddresses } from "../../store/queries/evm/address";
import { listBlocks, readBlock } from "../../store/queries/evm/block";
import { listPayments } from "../../store/queries/evm/payments";
import { findAddressBytes } from "../../store/queries/evm/recount";
import type { AddressTable } from "../../store/tables/chain";
import type { EvmChains, EvmSnapshot } from "../snapshot/evm";
import { type AccountList, NO_NUMBER } from "./asked-accounts";
import { compareHolders, type Holder } from "./holder";

/**
 * The largest accounts of chains that have too many to be asked about for each list. All are asked about once, in the
 * background and part by part; then those that blocks name, and the largest ones again, so that all of a list's balances
 * are those after its block.
 */
export interface LargestAccounts {
  /**
   * The newest list, or that of a block if it is still kept.
   * @param evmChainId of a chain whose whole history is stored
   * @throws BusyError BUSY while the accounts are asked about for the first time
   * @throws NodeError when the node does not tell
   */
  take(evmChainId: string, height?: number): Promise<AccountList>;
  close(): Promise<void>;
}

export interface WalkLimits {
  /** Accounts that the node is asked about at once. */
  atOnce: number;
  /** Accounts of a list. */
  listed: number;
  /** Known besides, so that there is somebody for the place of one who has spent. */
  spare: number;
  /** How long a list is good enough, and how long a reader waits for a newer one, ms. */
  keepMs: number;
  waitMs: number;
  /** After this time all are asked about again: coin may come in ways that no stored transaction shows. */
  againMs: number;
}

const LIMITS: WalkLimits = {
  atOnce: 10_000,
  listed: 10_000,
  spare: 2_000,
  keepMs: 60_000,
  waitMs: 3_000,
  againMs: 24 * 3_600_000,
};

const ASK_TIMEOUT_MS = 60_000;
/** Lists that are kept for who reads their later pages. */
const MOST_LISTS = 5;

/** @param nowMs unix ms */
export function openLargestAccounts(
  chains: EvmChains,
  nowMs: () => number,
  limits: WalkLimits = LIMITS,
): LargestAccounts {
  const walks = new Map<string, Walk>();
  const turn = new Mutex();
  return {
    async take(evmChainId, height) {
      const walk = walks.get(evmChainId) ?? new Walk({ chains, evmChainId, turn, nowMs, limits });
      walks.set(evmChainId, walk);
      return (height === undefined ? undefined : walk.kept(height)) ?? walk.take();
    },
    async close() {
      await Promise.all([...walks.values()].map((walk) => walk.close()));
    },
  };
}

interface WalkOptions {
  chains: EvmChains;
  evmChainId: string;
  /** The node is asked by one walk at a time. */
  turn: Mutex;
  nowMs: () => number;
  limits: WalkLimits;
}

/** What is known of a chain's accounts. */
interface Known {
  /** The largest, by number. */
  largest: Map<number, Holder>;
  /** What accounts that are not among them had at most. */
  below: bigint;
  /** Number of the last account that was asked about in order. */
  last: number;
  /** The block whose payments are in all balances of those, with its hash. */
  height: number;
  hash: Uint8Array;
  /** Accounts that the node did not tell the balance of. */
  untold: Set<number>;
}

/** What is asked next, of one snapshot of the store. */
interface Step {
  snapshot: Pick<EvmSnapshot, "nodes" | "facts">;
  accounts: readonly AddressTable[];
  /** The block after which they are asked about. */
  height: number;
  /** What is known once they have been. */
  after: Pick<Known, "last" | "height" | "hash">;
  /** Whether the largest are asked about with them, which makes a list. */
  isLast: boolean;
  /** How many accounts there are. */
  count: number;
}

class Walk {
  readonly #options: WalkOptions;
  readonly #closing = new AbortController();
  #known: Known | undefined;
  /** Accounts of the chain when it was last looked at. */
  #count = 0;
  /** The last of them is the newest. */
  #lists: AccountList[] = [];
  #listedAtMs = 0;
  #begunAtMs = 0;
  #running: Promise<void> | undefined;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  /** The list of a block, for who reads its later pages. */
  kept(height: number): AccountList | undefined {
    return this.#lists.find((list) => list.height === height);
  }

  async take(): Promise<AccountList> {
    const { limits, nowMs } = this.#options;
    const isRecent = Math.abs(nowMs() - this.#listedAtMs) < limits.keepMs;
    const list = this.#lists.at(-1);
    if (list !== undefined && isRecent) return list;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    const { signal } = this.#closing;
    const waited = new AbortController();
    try {
      const timeout = sleep(limits.waitMs, undefined, { signal: waited.signal, ref: false });
      await Promise.race([this.#running, timeout]);
    } catch (error) {
      if (list === undefined || signal.aborted) throw error;
    } finally {
      waited.abort();
    }
    const newest = this.#lists.at(-1);
    if (newest !== undefined) return newest;
    throw new BusyError("BUSY", this.#sayHowFar(), { hint: "ask again in a minute" });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running?.catch(() => {}); // whoever asked was told
  }

  #sayHowFar(): string {
    const last = this.#known?.last ?? 0;
    const share = this.#count === 0 ? 0 : Math.floor((100 * last) / this.#count);
    return `the node is being asked for the balances of ${this.#count.toLocaleString("en-US")} accounts and has told ${share} % of them`;
  }

  /** Goes on until there is a list of a block that was the newest one. */
  async #run(): Promise<void> {
    const { chains, evmChainId, turn, nowMs, limits } = this.#options;
    if (Math.abs(nowMs() - this.#begunAtMs) >= limits.againMs) {
      this.#known = undefined;
      this.#begunAtMs = nowMs();
    }
    for (;;) {
      this.#closing.signal.throwIfAborted();
      const step = await chains.read(evmChainId, (snapshot) => this.#plan(snapshot));
      if (step === undefined) return;
      this.#count = step.count;
      await turn.run(() => this.#ask(step));
      if (!step.isLast) continue;
      this.#listedAtMs = nowMs();
      return;
    }
  }

  /** What to ask next; undefined when nothing is stored. */
  async #plan({ db, nodes, facts }: EvmSnapshot): Promise<Step | undefined> {
    const { limits } = this.#options;
    const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
    if (newest === undefined) return undefined;
    const hashAt = async (height: number) => (await readBlock(db, height))?.hash ?? new Uint8Array();
    const known = this.#known;
    // A chain that was indexed anew has other numbers.
    if (known !== undefined && !equalBytes(await hashAt(known.height), known.hash)) {
      this.#known = undefined;
      this.#lists = [];
    }
    const count = await countAddresses(db);
    const { height } = newest;
    const snapshot = { nodes, facts };
    this.#known ??= {
      largest: new Map(),
      below: 0n,
      last: 0,
      untold: new Set(),
      height,
      hash: await hashAt(height),
    };
    const { last, height: since, hash } = this.#known;
    const accounts = await listAddresses(db, limits.atOnce, last);
    if (accounts.length === limits.atOnce) {
      const after = { last: accounts.at(-1)?.id ?? last, height: since, hash };
      return { snapshot, accounts, height, after, isLast: false, count };
    }
    const { parties, miners, to } = await listPayments(db, {
      from: since + 1,
      to: height,
      transactions: limits.atOnce,
    });
    const paid = await findAddressBytes(db, parties);
    const asked = new Map([
      ...accounts.map(({ id, bytes }) => [id, bytes] as const),
      ...paid,
      ...(await findAddressIds(db, miners)).map(({ id, bytes }) => [id, bytes] as const),
    ]);
    const isLast = to === height;
    if (isLast) {
      for (const { holderId, address } of this.#known.largest.values()) asked.set(holderId, address);
      const [recipient] = await findAddressIds(db, [newest.miner]);
      this.#known.largest.delete(NO_NUMBER);
      asked.delete(NO_NUMBER);
      if (recipient === undefined) asked.set(NO_NUMBER, newest.miner);
    }
    return {
      snapshot,
      height,
      isLast,
      count,
      accounts: [...asked].map(([id, bytes]) => ({ id, bytes })),
      after: { last: accounts.at(-1)?.id ?? last, height: to, hash: await hashAt(to) },
    };
  }

  async #ask({ snapshot, accounts, height, after, isLast, count }: Step): Promise<void> {
    const { listed, spare } = this.#options.limits;
    const known = this.#known;
    if (known === undefined) return;
    const balances = await snapshot.nodes.client(snapshot.facts).findBalances(
      accounts.map(({ bytes }) => ({ account: bytes, height })),
      { signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ASK_TIMEOUT_MS)]) },
    );
    for (const [at, { id, bytes }] of accounts.entries()) {
      const balance = balances[at];
      known.largest.delete(id);
      known.untold.delete(id);
      if (balance === undefined) known.untold.add(id);
      else if (balance > known.below) known.largest.set(id, { holderId: id, address: bytes, balance });
    }
    Object.assign(known, after);
    const sorted = [...known.largest.values()].sort(compareHolders);
    const most = listed + spare;
    if (sorted.length > most) {
      known.below = sorted[most]?.balance ?? known.below;
      known.largest = new Map(sorted.slice(0, most).map((holder) => [holder.holderId, holder]));
    }
    if (!isLast) return;
    const total = { accountsAsked: count, accountsUnknown: known.untold.size };
    const list = { height, ...total, accounts: sorted.slice(0, listed) };
    this.#lists = [...this.#lists.filter((kept) => kept.height !== height), list].slice(-MOST_LISTS);
    // So many have spent that others are larger now.
    if (sorted.length < listed && known.below > 0n) this.#begunAtMs = 0;
  }
}
