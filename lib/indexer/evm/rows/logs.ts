import type { EvmBatch } from "../../../store/rows/evm-batch";
import { encodeLogs, splitLogs } from "../../../store/rows/evm-logs";
import type { ExecutedBlock } from "../feed/block";

/** Rows of a block's logs, and of what they are found by. */
export function projectLogs(
  batch: Pick<EvmBatch, "log_body" | "log_term">,
  { height, logs, body }: Pick<ExecutedBlock, "height" | "logs" | "body">,
): void {
  if (logs === undefined || body === undefined) return;
  batch.log_body.push({ height, bytes: encodeLogs(logs, body) });
  batch.log_term.add(height, splitLogs(logs));
}
