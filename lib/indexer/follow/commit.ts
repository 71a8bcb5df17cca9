import { StoreError } from "../../errors";
import { moveCheckpoint } from "../../store/bookkeeping/checkpoint";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { type LedgerChange, writeLedger } from "../../store/bookkeeping/ledger-record";
import { replaceLiveSpans } from "../../store/bookkeeping/live-spans";
import { type NetworkFacts, writeNetwork } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { type Batch, writeBatch } from "../../store/rows/batch";
import type { ChainCode } from "../../store/rows/columns";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { LiveSpanTable } from "../../store/tables/chain";
import type { AskOptions } from "./read";

/** What one commit stores. */
export interface Commit {
  /** How the batch moves its stream; absent for a genesis. */
  move?: {
    /** The checkpoint that the batch started at; undefined at the beginning of a stream. */
    from: CheckpointTable | undefined;
    to: CheckpointTable;
  };
  batch: Batch;
  ledger: LedgerChange[];
  /** Facts about the network that come with the first batch. */
  facts: NetworkFacts;
  /** All live spans of a chain, where older blocks changed them. */
  liveSpans?: { chain: ChainCode; spans: readonly LiveSpanTable[] };
  /** Proves that this process may still write the store. */
  claim: Claim;
}

/**
 * Stores rows, bytes, ledger and checkpoint in one transaction: all of it, or nothing.
 * @throws StoreError STORE_CONFLICT when another indexer wrote in between, STORE_FAILED when the disk or database
 * failed
 */
export async function commit(
  db: PrimaryDb,
  { move, batch, ledger, facts, liveSpans, claim }: Commit,
): Promise<void> {
  await asHolder(db, claim, async (trx) => {
    if (move) await moveCheckpoint(trx, move.from, move.to);
    await writeBatch(trx, batch);
    await writeLedger(trx, ledger);
    await writeNetwork(trx, facts);
    if (liveSpans) await replaceLiveSpans(trx, liveSpans);
  });
}

/** Delays before a commit is retried after a passing disk failure, ms. */
const COMMIT_RETRIES_MS = [200, 1_000];

/**
 * Commits, and retries while the store fails. A connection may be lost after the commit and before the answer, so the stored
 * checkpoint says whether there is anything left to do.
 * @throws StoreError when it keeps failing
 */
export async function retryCommit(
  work: () => Promise<void>,
  { sleep, signal, isDone }: Pick<AskOptions, "sleep" | "signal"> & { isDone: () => Promise<boolean> },
): Promise<void> {
  let failed = false;
  const attempt = async () => {
    if (failed && (await isDone())) return;
    await work();
  };
  for (const delayMs of COMMIT_RETRIES_MS) {
    try {
      return await attempt();
    } catch (error) {
      const passes = error instanceof StoreError && error.code !== "STORE_CONFLICT";
      if (!passes || signal.aborted) throw error;
      failed = true;
      await sleep(delayMs, signal);
    }
  }
  await attempt();
}
