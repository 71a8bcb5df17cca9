import type { Kysely } from "kysely";
import { type Batch, writeBatch } from "../store/batch";
import { moveCheckpoint } from "../store/checkpoint";
import { type Claim, renewLease } from "../store/lease";
import { type LedgerChange, writeLedger } from "../store/ledger-record";
import { type NetworkFacts, writeNetwork } from "../store/network";
import type { PrimaryTables } from "../store/tables";
import type { CheckpointTable } from "../store/tables/checkpoint";

/** What one commit stores. */
export interface Commit {
  /** The checkpoint the batch started at; undefined at the beginning of a stream. */
  from: CheckpointTable | undefined;
  to: CheckpointTable;
  batch: Batch;
  ledger: LedgerChange[];
  /** Facts about the network that the first batch brings. */
  facts: NetworkFacts;
  /** Proves that the store is still ours to write. */
  claim: Claim;
}

/**
 * Stores rows, bytes, books and checkpoint in one transaction: all of it, or nothing.
 * @throws StoreError STORE_CONFLICT when another indexer came between, STORE_FAILED when the disk or database did
 */
export async function commit(
  db: Kysely<PrimaryTables>,
  { from, to, batch, ledger, facts, claim }: Commit,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await renewLease(trx, claim);
    await moveCheckpoint(trx, from, to);
    await writeBatch(trx, batch);
    await writeLedger(trx, ledger);
    await writeNetwork(trx, facts);
  });
}
