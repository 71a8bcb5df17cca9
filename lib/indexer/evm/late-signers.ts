import { compressKey } from "../../avalanche/crypto/signatures";
import { recoverSenderKey } from "../../avalanche/evm/sender";
import { describeError, FirnError } from "../../errors";
import type { Log } from "../../log";
import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import type { HeightRange } from "../../store/bookkeeping/height-ranges";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { unreadBlocks, unreadFact } from "../../store/bookkeeping/unread-blocks";
import type { EvmDb } from "../../store/db";
import { readBody } from "../../store/queries/evm/block";
import { listSentTransactions, type SentTransaction } from "../../store/queries/evm/signer";
import { heightOf, indexInBlockOf, positionOf } from "../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import { decodeBody } from "../../store/rows/evm-body";
import type { EvmStore } from "../../store/stores";
import { SignerRows } from "./rows/signers";

export interface LateSignersOptions {
  store: EvmStore;
  claim: Claim;
  /** Runs `work` while nothing else writes the store. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  signal: AbortSignal;
  log: Log;
}

/** Transactions read and stored together. */
const MOST_TRANSACTIONS = 2_000;

/** Reads the keys that signed in blocks which an older version stored. Once they are read there is nothing left to do. */
export async function fillSigners(options: LateSignersOptions): Promise<void> {
  const { signal, log } = options;
  try {
    while (!signal.aborted) if (await options.alone(() => fillOnce(options))) return;
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    if (!signal.aborted) log.warn(`the keys of older blocks could not be read: ${describeError(error)}`);
  }
}

/** @returns whether all are read */
async function fillOnce({ store, claim }: LateSignersOptions): Promise<boolean> {
  const { db } = store;
  const range = unreadBlocks(await readEvmFacts(db), "unreadSigners");
  if (range === undefined) return true;
  const below = await findEnd(db, range);
  const found = await listSentTransactions(db, { from: positionOf(range.from, 0), below });
  const batch = newEvmBatch();
  const signers = new SignerRows(batch);
  await signers.load(
    db,
    found.map(({ from_id }) => from_id),
  );
  const bodies = new Map<number, Uint8Array[]>();
  for (const { from_id, position } of firstOfEach(found)) {
    if (!signers.isFirst(from_id, position)) continue;
    const height = heightOf(position);
    const stored = bodies.has(height) ? undefined : await readBody(db, height);
    if (stored !== undefined) bodies.set(height, decodeBody(stored));
    const transaction = bodies.get(height)?.[indexInBlockOf(position)];
    if (transaction) signers.add(from_id, position, compressKey(recoverSenderKey(transaction)));
  }
  const left = { from: heightOf(below), to: range.to };
  await asHolder(db, claim, async (trx) => {
    await writeEvmBatch(trx, batch);
    await writeEvmFacts(trx, unreadFact("unreadSigners", left));
  });
  return left.from > left.to;
}

/** Where the next step ends: behind a whole block. */
async function findEnd(db: EvmDb, { from, to }: HeightRange): Promise<number> {
  const end = positionOf(to + 1, 0);
  const some = await listSentTransactions(db, { from: positionOf(from, 0), below: end }, MOST_TRANSACTIONS);
  const last = some.length < MOST_TRANSACTIONS ? undefined : some.at(-1);
  return last === undefined ? end : positionOf(heightOf(last.position) + 1, 0);
}

function firstOfEach(transactions: readonly SentTransaction[]): SentTransaction[] {
  const first = new Map<number, SentTransaction>();
  for (const transaction of transactions)
    if (!first.has(transaction.from_id)) first.set(transaction.from_id, transaction);
  return [...first.values()];
}
