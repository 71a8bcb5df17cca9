import { StoreError } from "../../errors";
import { moveCheckpoint } from "../../store/bookkeeping/checkpoint";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { type LedgerChange, writeLedger } from "../../store/bookkeeping/ledger-record";
import { type NetworkFacts, writeNetwork } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { type Batch, writeBatch } from "../../store/rows/batch";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { AskOptions } from "./read";

/** What one commit stores. */
export interface Commit {
  /** How the batch moves its stream; what a genesis holds moves none. */
  move?: {
    /** The checkpoint the batch started at; undefined at the beginning of a stream. */
    from: CheckpointTable | undefined;
    to: CheckpointTable;
  };
  batch: Batch;
  ledger: LedgerChange[];
  /** Facts about the network that the first batch brings. */
  facts: NetworkFacts;
  /** Proves that the store is still ours to write. */
  claim: Claim;
}

/**
 * Stores rows, bytes, ledger and checkpoint in one transaction: all of it, or nothing.
 * @throws StoreError STORE_CONFLICT when another indexer came between, STORE_FAILED when the disk or database did
 */
export async function commit(db: PrimaryDb, { move, batch, ledger, facts, claim }: Commit): Promise<void> {
  await asHolder(db, claim, async (trx) => {
    if (move) await moveCheckpoint(trx, move.from, move.to);
    await writeBatch(trx, batch);
    await writeLedger(trx, ledger);
    await writeNetwork(trx, facts);
  });
}

/** A disk that fails for a moment is tried again, after these milliseconds. */
const COMMIT_RETRIES_MS = [200, 1_000];

/** Commits again where the store failed for a moment. @throws StoreError when it goes on failing */
export async function retryCommit(
  work: () => Promise<void>,
  { sleep, signal }: Pick<AskOptions, "sleep" | "signal">,
): Promise<void> {
  for (const delayMs of COMMIT_RETRIES_MS) {
    try {
      return await work();
    } catch (error) {
      const passes = error instanceof StoreError && error.code !== "STORE_CONFLICT";
      if (!passes || signal.aborted) throw error;
      await sleep(delayMs, signal);
    }
  }
  await work();
}
