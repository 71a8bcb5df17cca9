import { Mutex } from "../../mutex";
import type { PrimaryDb } from "../../store/db";
import { type BurnedPart, sumBurned } from "../../store/queries/burned";
import { CHAIN } from "../../store/rows/columns";

/** What all transactions of each chain burned; nAVAX. */
export type Burned = Record<keyof typeof CHAIN, BurnedPart>;

/** Reads a part of the store, each in a snapshot of its own. */
type ReadPart = <T>(work: (db: PrimaryDb) => Promise<T>) => Promise<T>;

/**
 * Sums over all transactions. They are remembered, so that only new transactions are added up the next time. Only for
 * stores that have every transaction from the genesis on: older ones are not looked for again.
 */
export interface BurnedSums {
  /**
   * Adds up and remembers what is new. Call it outside a snapshot.
   * @param store what tells a store from one that took its place
   */
  catchUp(store: string, read: ReadPart): Promise<void>;
  /** What is remembered of the store, and what its snapshot has beyond that. */
  read(store: string, db: PrimaryDb): Promise<Burned>;
}

/** Transactions read between two turns: some ten milliseconds. */
const TXS_PER_PART = 20_000;

/** A sum, and the position at which it goes on. */
type Sum = BurnedPart & { next: number };

const NOTHING: Sum = { burned: 0n, l1_balance: 0n, next: Number.MIN_SAFE_INTEGER };
const NAMES = ["p", "x", "c"] as const;

export function openBurnedSums(): BurnedSums {
  const mutex = new Mutex();
  let remembered: { store: string; sums: Record<keyof Burned, Sum> } | undefined;
  const sumsOf = (store: string) =>
    remembered?.store === store ? remembered.sums : { p: NOTHING, x: NOTHING, c: NOTHING };
  return {
    catchUp: (store, read) =>
      mutex.run(async () => {
        for (const name of NAMES) {
          for (let part: Sum | undefined = sumsOf(store)[name]; part !== undefined; ) {
            remembered = { store, sums: { ...sumsOf(store), [name]: part } };
            part = await addPart(part, name, read);
          }
        }
      }),
    // It waits for nobody: those who wait for it may need its connection.
    async read(store, db) {
      const sums = { ...sumsOf(store) };
      for (const name of NAMES)
        for (let part: Sum | undefined = sums[name]; part !== undefined; ) {
          sums[name] = part;
          part = await addPart(part, name, (work) => work(db));
        }
      return sums;
    },
  };
}

/** The sum with the next transactions; undefined if there are none. */
async function addPart(sum: Sum, name: keyof Burned, read: ReadPart): Promise<Sum | undefined> {
  const list = { chain: CHAIN[name], from: sum.next, limit: TXS_PER_PART };
  const { burned, l1_balance, last } = await read((db) => sumBurned(db, list));
  if (last === null) return undefined;
  return { burned: sum.burned + burned, l1_balance: sum.l1_balance + l1_balance, next: last + 1 };
}
