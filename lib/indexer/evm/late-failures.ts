import { failurePath } from "../../avalanche/evm/failure";
import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { asHolder } from "../../store/bookkeeping/lease";
import { unreadBlocks, unreadFact } from "../../store/bookkeeping/unread-blocks";
import { listFailedHeights } from "../../store/queries/evm/failure";
import { type BlockToTrace, listBlocksToTrace } from "../../store/queries/evm/late";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import { askUntilAnswered } from "../follow/read";
import { readTraces } from "./capabilities";
import type { LateTracesOptions } from "./late-traces-options";
import { projectFailure } from "./rows/project";
import { refOf, type TracedBlock, tracedBlock } from "./traced-block";

/** Blocks traced and stored together. */
const MOST_BLOCKS = 32;

/**
 * Reads why transactions failed in blocks that an older version stored, the newest blocks first. What the node does not
 * trace any more stays unknown.
 */
export async function fillFailures(options: LateTracesOptions): Promise<void> {
  const { store, client, signal } = options;
  while (!signal.aborted) {
    const facts = await readEvmFacts(store.db);
    const unread = unreadBlocks(facts, "unreadFailures");
    if (unread === undefined || facts.traces === "no") return;
    const heights = await listFailedHeights(store.db, unread, MOST_BLOCKS);
    const blocks: BlockToTrace[] = [];
    for (const height of heights)
      blocks.push(...(await listBlocksToTrace(store.db, { from: height, to: height }, 1)));
    const answers = await askUntilAnswered(() => readTraces(client, blocks.map(refOf), signal), options);
    if (answers === undefined) return;
    const traced: TracedBlock[] = [];
    for (const [i, block] of blocks.entries())
      traced.push(...(await tracedBlock(options, block, answers[i])));
    const lowest = heights.length < MOST_BLOCKS ? unread.from : (heights.at(-1) ?? unread.from);
    await storeFailures(options, traced, { from: unread.from, to: lowest - 1 });
  }
}

async function storeFailures(
  { store, claim, alone }: LateTracesOptions,
  traced: readonly TracedBlock[],
  left: { from: number; to: number },
): Promise<void> {
  await alone(async (addresses) => {
    const batch = newEvmBatch();
    addresses.trim();
    await addresses.prepare(
      traced.flatMap(({ calls }) => calls.flatMap((call) => failurePath(call).flatMap(({ to }) => to ?? []))),
    );
    const addressId = (address: Uint8Array) => addresses.idOf(address, (entry) => batch.address.push(entry));
    for (const { calls, transactions } of traced.toReversed()) {
      for (const [i, { position }] of transactions.entries()) {
        const trace = calls[i];
        if (trace) projectFailure({ addressId, batch }, position, trace);
      }
    }
    await asHolder(store.db, claim, async (trx) => {
      await writeEvmBatch(trx, batch);
      await writeEvmFacts(trx, unreadFact("unreadFailures", left));
    });
  });
}
