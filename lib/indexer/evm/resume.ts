import type { EvmClient } from "../../client/evm";
import { NodeError } from "../../errors";
import type { EvmStore } from "../../store/open-evm";
import { findUnsettledBlocks } from "../../store/queries/evm/block";
import type { ReceiptCheck } from "./execution";

/** Reads again the receipts of the stored blocks that no header has vouched for yet (since Helicon). */
export async function resumeCheck(
  check: ReceiptCheck,
  { store, client, signal }: { store: EvmStore; client: Pick<EvmClient, "getReceipts">; signal: AbortSignal },
): Promise<void> {
  const blocks = await findUnsettledBlocks(store.db);
  if (blocks.length === 0) return;
  const answers = await client.getReceipts(blocks, { signal });
  const waiting = blocks.map(({ height }, i) => {
    const receipts = answers[i];
    if (receipts) return { height, receipts };
    throw new NodeError("NODE_BAD_ANSWER", `the node has no receipts of block ${height}`);
  });
  check.resume(waiting);
}
