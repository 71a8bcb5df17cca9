import { Mutex } from "../../mutex";
import type { PrimaryDb } from "../../store/db";
import { type BurnedPart, sumBurned } from "../../store/queries/burned";
import { CHAIN } from "../../store/rows/columns";

/** What all transactions of each chain burned; nAVAX. */
export type Burned = Record<keyof typeof CHAIN, BurnedPart>;

/** Reads a part of the store, each in a snapshot of its own. */
type ReadPart = <T>(work: (db: PrimaryDb) => Promise<T>) => Promise<T>;

/** Sums over all transactions. They are remembered, so that only new transactions are added up the next time. */
export interface BurnedSums {
  /** Only for stores that have every transaction from the genesis on: older ones are not looked for again. */
  take(read: ReadPart): Promise<Burned>;
}

/** Transactions read between two turns: some ten milliseconds. */
const TXS_PER_PART = 20_000;
const NOTHING = { burned: 0n, l1_balance: 0n, next: Number.MIN_SAFE_INTEGER };

export function openBurnedSums(): BurnedSums {
  const mutex = new Mutex();
  const sums = { p: NOTHING, x: NOTHING, c: NOTHING };
  const addUp = async (name: keyof typeof CHAIN, read: ReadPart) => {
    for (let isWhole = false; !isWhole; ) {
      const { burned, l1_balance, next } = sums[name];
      const list = { chain: CHAIN[name], from: next, limit: TXS_PER_PART };
      const part = await read((db) => sumBurned(db, list));
      isWhole = part.last === null;
      if (part.last === null) continue;
      sums[name] = {
        burned: burned + part.burned,
        l1_balance: l1_balance + part.l1_balance,
        next: part.last + 1,
      };
    }
  };
  return {
    take: (read) =>
      mutex.run(async () => {
        for (const name of ["p", "x", "c"] as const) await addUp(name, read);
        return { p: sums.p, x: sums.x, c: sums.c };
      }),
  };
}
