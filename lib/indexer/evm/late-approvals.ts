import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import type { HeightRange } from "../../store/bookkeeping/height-ranges";
import { asHolder } from "../../store/bookkeeping/lease";
import { readFact, unreadRanges } from "../../store/bookkeeping/unread-blocks";
import { positionOf } from "../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import type { ExecutedBlock } from "./feed/block";
import { type LateReceiptsOptions, readReceiptsAgain } from "./late-receipts";
import { ApprovalRows } from "./rows/approvals";

/**
 * Reads the approvals of blocks that an older version stored. Each part is committed by itself.
 * @returns whether anything is left that the node may give later
 */
export async function fillApprovals(options: LateReceiptsOptions): Promise<"read" | "later"> {
  const unread = unreadRanges(await readEvmFacts(options.store.db), "unreadApprovals");
  return readReceiptsAgain(unread, options, (blocks, done) => storeApprovals(blocks, done, options));
}

async function storeApprovals(
  blocks: readonly ExecutedBlock[],
  done: HeightRange,
  { store, claim, alone }: LateReceiptsOptions,
): Promise<void> {
  const events = blocks.flatMap(({ height, transactions }) =>
    transactions.flatMap((transaction, i) =>
      transaction.events.map((event) => ({ position: positionOf(height, i), event })),
    ),
  );
  await alone(async ({ addresses }) => {
    const batch = newEvmBatch();
    const rows = new ApprovalRows();
    addresses.trim();
    await addresses.prepare(
      events.flatMap(({ event: { contract, approval } }) =>
        approval === undefined ? [] : [contract, approval.owner, approval.spender],
      ),
    );
    const idOf = (address: Uint8Array) => addresses.idOf(address, (entry) => batch.address.push(entry));
    for (const { position, event } of events) rows.add(position, event, idOf);
    await rows.finish(store.db, batch);
    await asHolder(store.db, claim, async (trx) => {
      await writeEvmBatch(trx, batch);
      await writeEvmFacts(trx, readFact(await readEvmFacts(trx), "unreadApprovals", done));
    });
  });
}
