import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { type HeightRange, rangesFact, rangesOf, withoutRange } from "../../store/bookkeeping/height-ranges";
import { asHolder } from "../../store/bookkeeping/lease";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import type { ExecutedBlock } from "./feed/block";
import { type LateReceiptsOptions, readReceiptsAgain } from "./late-receipts";
import { projectLogs } from "./rows/logs";

/**
 * Reads the logs of blocks that were stored without, by an older version or while logs were left out. Each part is committed by
 * itself.
 * @returns whether anything is left that the node may give later
 */
export async function fillLogs(options: LateReceiptsOptions): Promise<"read" | "later"> {
  const unlogged = rangesOf(await readEvmFacts(options.store.db), "unlogged");
  return readReceiptsAgain(unlogged, options, (blocks, done) => storeLogs(blocks, done, options));
}

async function storeLogs(
  blocks: readonly ExecutedBlock[],
  filled: HeightRange,
  { store, claim, alone }: LateReceiptsOptions,
): Promise<void> {
  const batch = newEvmBatch();
  for (const block of blocks) projectLogs(batch, block);
  await alone(() =>
    asHolder(store.db, claim, async (trx) => {
      await writeEvmBatch(trx, batch);
      const left = withoutRange(rangesOf(await readEvmFacts(trx), "unlogged"), filled);
      await writeEvmFacts(trx, rangesFact("unlogged", left));
    }),
  );
}
