import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import type { HeightRange } from "../../store/bookkeeping/height-ranges";
import { asHolder } from "../../store/bookkeeping/lease";
import { readFact, unreadRanges } from "../../store/bookkeeping/unread-blocks";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import type { ExecutedBlock } from "./feed/block";
import { type LateReceiptsOptions, readReceiptsAgain } from "./late-receipts";
import { messageRows } from "./rows/messages";

/**
 * Reads the messages between chains of blocks that an older version stored. Each part is committed by itself.
 * @returns whether anything is left that the node may give later
 */
export async function fillMessages(options: LateReceiptsOptions): Promise<"read" | "later"> {
  const unread = unreadRanges(await readEvmFacts(options.store.db), "unreadMessages");
  return readReceiptsAgain(unread, options, (blocks, done) => storeMessages(blocks, done, options));
}

async function storeMessages(
  blocks: readonly ExecutedBlock[],
  done: HeightRange,
  { store, claim, alone }: LateReceiptsOptions,
): Promise<void> {
  const batch = newEvmBatch();
  for (const { height, transactions } of blocks)
    for (const row of messageRows(height, transactions)) batch.message_step.push(row);
  await alone(() =>
    asHolder(store.db, claim, async (trx) => {
      await writeEvmBatch(trx, batch);
      await writeEvmFacts(trx, readFact(await readEvmFacts(trx), "unreadMessages", done));
    }),
  );
}
